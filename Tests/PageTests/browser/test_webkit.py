"""Logging in WebKitGTK, which has Safari's engine."""


from app import SCRIPTS
from house import Skipped, scenario
from programs import PASSWORD, eventually
from webkit import is_there


@scenario("WebKitGTK: logging, offline and reloading", is_elsewhere=True)
def logging(house):
    if not is_there():
        raise Skipped("there is no WebKitGTK with its driver, or no Xvfb")
    family = house.family()
    network = house.network(family.server)
    phone = house.webkit()
    phone.go(network.address + "/")
    phone.wait("!!document.querySelector('#email')", what="somebody can sign in")
    assert phone.run(f"return {SCRIPTS}") == 1, "the script is fetched twice"
    phone.fill("//input[@id='email']", family.anna.email)
    phone.fill("//input[@id='password']", PASSWORD)
    phone.click("//form//button[@type='submit']")
    card = "//button[contains(@class, 'card')][.//*[contains(@class, 'headline')][.='{}']]".format
    sheet = "//dialog[contains(@class, 'sheet')]"
    phone.wait("!!document.querySelector('.home .cards button.card')", what="the dashboard is there")

    def press(title, name):
        phone.click(card(title))
        phone.click(f"{sheet}//button[normalize-space()='{name}']")
        phone.wait("!document.querySelector('dialog.sheet')", what="the sheet is closed")

    def note(text):
        phone.click(card("Note"))
        phone.fill(f"{sheet}//textarea[@id='note']", text)
        phone.click(f"{sheet}//button[normalize-space()='Save']")
        phone.wait("!document.querySelector('dialog.sheet')", what="the sheet is closed")

    def kinds():
        return sorted(one["kind"] for one in family.entries())

    press("Feed", "Left")
    eventually("the feed is there", lambda: kinds() == ["feeding"])
    phone.wait("/left breast/i.test(document.querySelector('.banner')?.textContent ?? '')")
    press("Diaper", "Wet")
    press("Sleep", "Start Sleep")
    eventually("both are there", lambda: kinds() == ["diaper", "feeding", "sleep"])
    phone.click("//*[contains(@class, 'timer')]//button[contains(., 'Wake')]")
    eventually("the sleep has ended", lambda: all(one.get("end") or one["kind"] != "sleep" for one in family.entries()))
    note("in WebKit")
    eventually("the note is there", lambda: any(one.get("note") == "in WebKit" for one in family.entries()))

    phone.fill("//input[@id='say']", "bottle 90ml")
    phone.click("//form[contains(@class, 'say')]//button[@type='submit']")
    eventually("the sentence is logged", lambda: any(one.get("amount") == 90 for one in family.entries()))
    phone.wait("document.querySelector('#say').value === ''", what="the field is empty")

    hasWorker = phone.run("return 'serviceWorker' in navigator")
    if hasWorker:
        phone.run("window.isReady = false; navigator.serviceWorker.ready.then(() => { window.isReady = true })")
        phone.wait("window.isReady", what="the worker is ready")
    network.cut()
    note("without a network")
    phone.wait("/Saved (here|on this phone)/.test(document.querySelector('.banner')?.textContent ?? '')", what="it says so")
    if not hasWorker:
        network.calm()
        network.arm("refuse", times=10_000)
    phone.reload()
    phone.wait("!!document.querySelector('.home .cards')", what="the page is there again")
    network.calm()
    phone.run("dispatchEvent(new Event('online'))")
    eventually("it was sent once", lambda: [one.get("note") for one in family.entries()].count("without a network") == 1)
    assert phone.run("return document.scrollingElement.scrollWidth <= innerWidth")
