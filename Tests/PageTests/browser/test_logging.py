"""Presses are logged: on the phone, on the server, on another phone and on a computer."""

import datetime
import re
import time

from playwright.sync_api import expect

import history
from app import App, Finger
from house import scenario
from programs import Failure, eventually


def only(entries, **members):
    """The one entry that has these members."""
    found = [entry for entry in entries if all(entry.get(name) == value for name, value in members.items())]
    if len(found) != 1:
        raise Failure(f"{len(found)} entries have {members}: {found or entries}")
    return found[0]


@scenario("logging over https: each press is an entry at the server, with banner, edit and undo")
def logging(house):
    family = house.family(is_secure=True)
    phone = house.phone(family.server)
    app = App(phone.page(), family.server.address).sign_in(family.anna)
    page = app.page

    cookies = phone.context.cookies()
    session = next(cookie for cookie in cookies if cookie["name"] == "__Host-babybasics")
    assert session["httpOnly"] and session["secure"] and session["sameSite"] == "Strict", session
    assert page.evaluate("document.cookie") == ""

    # The manifest is loaded after the first screen.
    browser = phone.context.new_cdp_session(page)
    manifest = eventually("there is a manifest", lambda: (now := browser.send("Page.getAppManifest")).get("data") and now)
    assert manifest["url"].endswith("/manifest.webmanifest") and not manifest["errors"], manifest
    # For the browser, the driver's context is a private window, in which it does not offer to install the page.
    others = [error for error in browser.send("Page.getInstallabilityErrors")["installabilityErrors"] if error["errorId"] != "in-incognito"]
    assert not others, others
    browser.detach()

    def entry(**members):
        return eventually(f"the server has {members}", lambda: only(family.entries(), **members))

    app.log("Feed", re.compile("^Left"))
    app.expect_banner("Logged left breast")
    first = entry(kind="feeding", method="breast", startedSide="left")

    app.card("Feed").click()
    field = app.sheet.locator("input#amount")
    before = field.input_value()
    app.sheet.get_by_role("button", name=re.compile("More|Increase|plus", re.I)).first.click()
    # The sheet is redrawn a moment after the press.
    amount = float(eventually("the amount has grown", lambda: (now := field.input_value()) != before and now))
    app.press("Bottle")
    app.expect_banner("bottle")
    entry(kind="feeding", method="bottle", amount=amount)

    app.log("Diaper", "Wet")
    app.expect_banner("Logged wet diaper")
    entry(kind="diaper", type="wet")

    app.log("Sleep", re.compile("^Start"))
    slept = entry(kind="sleep", running=True)
    page.locator(".timer").get_by_role("button", name=re.compile("Wake|Stop", re.I)).first.click()
    eventually("the sleep has ended", lambda: only(family.entries(), id=slept["id"]).get("end"))

    app.log("Sleep", re.compile("^(Just napped|Nap)"))
    eventually("the nap is there", lambda: len([one for one in family.entries() if one["kind"] == "sleep"]) == 2)

    app.log("Tummy time", re.compile("^5"))
    entry(kind="tummy")

    app.note("first smile ☺", "Milestone")
    entry(kind="note", note="first smile ☺", category="milestone")

    app.card("Temperature").click()
    app.sheet.locator("input").first.fill("37.8")
    app.press("Save")
    entry(kind="temperature")

    # The banner's Edit opens the entry, and Undo removes it.
    app.log("Diaper", "Dirty")
    dirty = entry(kind="diaper", type="dirty")
    app.banner.get_by_role("button", name="Edit").click()
    app.sheet.locator("textarea#note").fill("rash")
    app.press("Save")
    eventually("the note is there", lambda: only(family.entries(), id=dirty["id"]).get("note") == "rash")
    app.log("Diaper", re.compile("^(Both|Wet and dirty)"))
    both = entry(kind="diaper", type="both")
    app.banner.get_by_role("button", name="Undo").click()
    eventually("it is undone", lambda: both["id"] not in [one["id"] for one in family.entries()])
    assert first["id"] in [one["id"] for one in family.entries()]

    app.wait_sent()
    assert not phone.errors, phone.errors


@scenario("a press logs what is on the screen, without leaving the field first")
def typed(house):
    family = house.family()
    app = App(house.phone().page(), family.server.address).sign_in(family.anna)
    keyboard, finger = app.page.keyboard, Finger(app.page)

    def replace(field, text, is_pasted=False):
        """Types with the focus in the field; pasted and dictated text comes without key events."""
        field.tap()
        expect(field).to_be_focused()
        keyboard.press("Control+A")
        (keyboard.insert_text if is_pasted else keyboard.type)(text)

    def press(name):
        finger.press(app.sheet.get_by_role("button", name=name, exact=True).first)

    def feed(text, **how):
        app.card("Feed").click()
        replace(app.sheet.locator("input#amount"), text, **how)

    def is_logged(**members):
        app.page.wait_for_selector("dialog.sheet", state="detached")
        return eventually(f"the server has {members}", lambda: only(family.entries(), **members))

    # Amounts that the stepper's buttons do not give.
    for text, amount, is_pasted in [("85", 85, False), ("95", 95, True), ("5", 5, False), ("62,5", 62.5, False)]:
        feed(text, is_pasted=is_pasted)
        press("Bottle")
        is_logged(kind="feeding", method="bottle", amount=amount, unit="ml")

    # Invalid input is refused below the field, and stays as typed.
    count = len(family.entries())
    feed("600")
    for text, reason in [("600", "at most 500 ml"), ("abc", "must be a number"), ("", "must be a number"), ("0", "more than 0")]:
        replace(app.sheet.locator("input#amount"), text) if text else app.sheet.locator("input#amount").fill("")
        press("Bottle")
        app.page.wait_for_selector(f"#amount-error:has-text('{reason}')")
        assert app.sheet.locator("input#amount").input_value() == text
    replace(app.sheet.locator("input#amount"), "110")
    press("Bottle")
    is_logged(kind="feeding", amount=110)
    assert len(family.entries()) == count + 1, family.entries()

    # The stepper continues from the typed amount.
    feed("85")
    finger.press(app.sheet.get_by_role("button", name="More: Amount").first)
    press("Bottle")
    eventually("another 95 ml", lambda: len([one for one in family.entries() if one.get("amount") == 95]) == 2)

    app.card("Temperature").click()
    replace(app.sheet.locator("input#value"), "37,8")
    press("Save")
    is_logged(kind="temperature")
    app.card("Note").click()
    replace(app.sheet.locator("textarea#note"), "first smile", is_pasted=True)
    press("Save")
    is_logged(kind="note", note="first smile")


@scenario("a press logs the current value of each field of each sheet, however it was entered")
def fields(house):
    family = house.family()
    phone = house.phone()
    app = App(phone.page(), family.server.address).sign_in(family.anna)
    page, keyboard, finger = app.page, app.page.keyboard, Finger(app.page)

    # By keys, as pasted, and as dictated: in parts, without keys.
    def in_parts(text):
        half = len(text) // 2
        for part in (text[:half], text[half:]):
            keyboard.insert_text(part)

    ways = {"keys": keyboard.type, "paste": keyboard.insert_text, "dictation": in_parts}

    def put(name, text, way):
        field = page.locator(f"#{name}")
        field.tap()
        expect(field).to_be_focused()
        keyboard.press("Control+A")
        ways[way](text)

    def press(name):
        button = (app.sheet if app.sheet.count() else page).get_by_role("button", name=name, exact=True).first
        button.scroll_into_view_if_needed()
        finger.press(button)

    def more():
        press("More details")

    def half_an_hour():
        press("Add a note")
        app.choose("30 minutes")

    # The sheet, preparation, input, the press, and the expected entry on the server.
    cases = [
        ("log/feeding", None, {"amount": "62,5"}, "Bottle", {"method": "bottle", "amount": 62.5}),
        ("log/feeding", more, {"note": "spat up"}, "Both", {"method": "breast", "note": "spat up"}),
        ("log/feeding", more, {"amount": "8."}, "Pumped 8. ml", {"method": "pumping", "amount": 8}),
        ("log/diaper", more, {"note": "rash"}, "Wet", {"type": "wet", "note": "rash"}),
        ("log/note", None, {"note": "first smile"}, "Save", {"note": "first smile"}),
        ("log/temperature", None, {"value": "38.4"}, "Save", {"value": 38.4}),
        ("log/weight", None, {"value": "4,25"}, "Save", {"value": 4.25}),
        ("log/medicine", None, {"name": "Vitamin D", "dose": "1,5"}, "Save", {"name": "Vitamin D", "dose": 1.5}),
        ("form/sleep", half_an_hour, {"note": "in the pram"}, "Save", {"kind": "sleep", "note": "in the pram"}),
    ]
    for way in ways:
        # The same entry twice within a second would count as one press, so the sheets alternate.
        for sheet, prepare, values, button, members in cases:
            before = {one["id"] for one in family.entries()}
            app.go(f"/!{sheet}")
            app.sheet.wait_for()
            if prepare:
                prepare()
            for name, text in values.items():
                put(name, text, way)
            press(button)
            page.wait_for_selector("dialog.sheet", state="detached")
            new = lambda: [one for one in family.entries() if one["id"] not in before]
            found = eventually(f"{sheet} by {way} is at the server", new)
            assert len(found) == 1 and {name: found[0].get(name) for name in members} == members, (sheet, way, found)

    # Invalid input is refused below its field, and stays there.
    count = len(family.entries())
    for sheet, name, text, reason in (("log/weight", "value", "abc", "must be a number"), ("log/temperature", "value", "1e1", "no unit “e”"),
                                      ("log/medicine", "dose", "half", "must be a number")):
        app.go(f"/!{sheet}")
        app.sheet.wait_for()
        if sheet == "log/medicine":
            put("name", "Vitamin D", "keys")
        put(name, text, "paste")
        press("Save")
        expect(app.sheet.locator(f"#{name}-error")).to_contain_text(reason)
        expect(app.sheet.locator(f"#{name}")).to_have_value(text)
        expect(app.sheet.locator(f"#{name}")).to_be_focused()

    # A partly typed time does not count as now.
    app.go("/!log/diaper")
    app.sheet.wait_for()
    app.choose("Exact time")
    app.sheet.locator("#start").tap()
    keyboard.press("Backspace")
    press("Wet")
    expect(app.sheet.locator("#start-error")).to_contain_text("must be a date and a time")
    # Nor is a past sleep that began now and took half an hour, which is not over.
    app.go("/!form/sleep")
    app.sheet.wait_for()
    app.choose("30 minutes")
    expect(app.sheet.get_by_role("radio", name="30 minutes ago")).to_be_checked()
    app.choose("Now")
    press("Save")
    expect(app.sheet.locator("#minutes-error")).to_contain_text("must not be in the future")
    assert len(family.entries()) == count, family.entries()
    app.choose("30 minutes ago")
    press("Save")
    page.wait_for_selector("dialog.sheet", state="detached")
    eventually("the sleep is there", lambda: len(family.entries()) == count + 1)

    # The same when changing an entry and a child.
    for way in ways:
        [fever] = [one for one in family.entries() if one["kind"] == "temperature"][:1]
        app.go(f"/!entry/{fever['id']}")
        app.sheet.wait_for()
        put("value", "37,9", way)
        put("note", f"by {way}", way)
        press("Save")
        page.wait_for_selector("dialog.sheet", state="detached")
        eventually(f"it is changed by {way}", lambda: only(family.entries(), value=37.9, note=f"by {way}"))
        app.go("/child")
        put("name", f"Eva {way}", way)
        press("Save")
        app.go("/")
        expect(page.locator("header.bar h1")).to_have_text(f"Eva {way}")
    assert not phone.errors, phone.errors


@scenario("a bottle's content is logged as chosen at the press, shown and counted separately, and can be changed")
def bottles(house):
    family = house.family()
    phone = house.phone()
    app = App(phone.page(), family.server.address).sign_in(family.anna)
    page, keyboard, finger = app.page, app.page.keyboard, Finger(app.page)

    def choose(name):
        finger.press(app.sheet.locator("label", has=page.get_by_role("radio", name=name, exact=True)))

    def bottle(amount, *contents):
        """Types with the focus in the field, chooses, and presses at once."""
        app.card("Feed").click()
        field = app.sheet.locator("input#amount")
        field.tap()
        keyboard.press("Control+A")
        keyboard.type(amount)
        for content in contents:
            choose(content)
        finger.press(app.sheet.get_by_role("button", name="Bottle", exact=True))
        page.wait_for_selector("dialog.sheet", state="detached")
        return eventually(f"{amount} ml are at the server", lambda: only(family.entries(), method="bottle", amount=float(amount)))

    assert bottle("85", "Breast milk")["content"] == "breastMilk"
    app.expect_banner("85 ml breast milk")
    # The last bottle's content is not preselected, and the last choice counts.
    assert "content" not in bottle("65")
    assert bottle("45", "Formula", "Water")["content"] == "water"
    assert "content" not in bottle("35", "Formula", "Formula")
    formula = bottle("95", "Formula")
    assert formula["content"] == "formula"
    expect(app.card("Feed")).to_contain_text("95 ml formula")

    # Each is shown with its content, and the day's amounts are listed separately.
    app.go("/day")
    expect(page.get_by_text("Bottle · 85 ml breast milk", exact=False).first).to_be_visible()
    expect(page.get_by_text("325 ml (95 ml formula, 85 ml breast milk, 45 ml water)", exact=False).first).to_be_visible()

    # It can be changed, and the change undone.
    for name, content in (("Other milk", "otherMilk"), ("Other milk", None)):
        app.go(f"/!entry/{formula['id']}")
        app.sheet.wait_for()
        app.sheet.locator("label", has=page.get_by_role("radio", name=name, exact=True)).click()
        app.press("Save")
        page.wait_for_selector("dialog.sheet", state="detached")
        eventually(f"it is {content}", lambda: only(family.entries(), id=formula["id"]).get("content") == content)
    assert not phone.errors, phone.errors


@scenario("earlier medicines and measurements are offered, and units are accepted as people write them")
def amounts(house):
    family = house.family()
    at = lambda **ago: history.wire(datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(**ago))
    family.anna.put(family.eva, "weight", at(days=9), value=5.2, unit="kg")
    family.anna.put(family.eva, "medicine", at(days=6), name="Vitamin D", dose=3, unit="drop")
    family.anna.put(family.eva, "medicine", at(days=4), name="Tylenol", dose=2.5, unit="ml")
    phone = house.phone()
    app = App(phone.page(), family.server.address).sign_in(family.anna)
    keyboard = app.page.keyboard

    def is_logged(**members):
        app.page.wait_for_selector("dialog.sheet", state="detached")
        return eventually(f"the server has {members}", lambda: only(family.entries(), start=newest(), **members))

    def newest():
        return max(one["start"] for one in family.entries())

    def press(name):
        app.sheet.get_by_role("button", name=name, exact=True).first.tap()

    expect(app.card("Weight")).to_contain_text("5.2 kg")
    expect(app.card("Weight")).to_contain_text("9d ago")

    # One press chooses a medicine, and another logs its last dose.
    for name, dose, unit in (("Vitamin D", 3, "drop"), ("Tylenol", 2.5, "ml")):
        app.go("/!log/medicine")
        app.sheet.wait_for()
        app.sheet.locator("label", has=app.page.get_by_role("radio", name=name, exact=True)).tap()
        expect(app.sheet.locator("#dose")).to_have_value(str(dose))
        press("Save")
        is_logged(kind="medicine", name=name, dose=dose, unit=unit)

    def put(sheet, text):
        app.go(f"/!log/{sheet}")
        app.sheet.wait_for()
        app.sheet.locator("#value").tap()
        keyboard.insert_text(text)
        press("Save")

    put("weight", "7lb4oz")
    is_logged(kind="weight", value=7.25, unit="lb")
    expect(app.card("Weight")).to_contain_text("7 lb 4 oz")
    put("temperature", "98.6")
    expect(app.sheet.locator("#value-error")).to_contain_text("between 25 and 45 °C")
    expect(app.sheet.locator(".error")).to_have_count(1)
    press("Use 98.6 °F")
    press("Save")
    is_logged(kind="temperature", value=98.6, unit="fahrenheit")

    # Discarding a timer asks first.
    app.log("Sleep", re.compile("^Start"))
    app.card("Sleep").click()
    press("Discard this timer")
    expect(app.sheet.get_by_role("alertdialog")).to_be_visible()
    assert any(one.get("running") for one in family.entries())
    press("Discard")
    eventually("it is discarded", lambda: not any(one.get("running") for one in family.entries()))
    assert not phone.errors, phone.errors


@scenario("a day with a thousand entries is drawn as far as it is visible, and the rest when scrolling")
def long_day(house):
    family = house.family()
    now = datetime.datetime.now(datetime.timezone.utc)
    history.fill(family.anna, ({"childId": family.eva, "kind": "diaper", "start": history.wire(now - datetime.timedelta(seconds=number // 4)), "type": "wet"}
                               for number in range(1000)))
    phone = house.phone()
    app = App(phone.page(), family.server.address).sign_in(family.anna)
    eventually("the phone has them", lambda: len(app.rows("entries")) == 1000)
    app.go("/day")
    rows = app.page.locator("button.entry")
    expect(rows).to_have_count(40)

    def all_seen():
        app.page.evaluate("void scrollTo(0, document.body.scrollHeight)")
        return rows.count() == 1000

    eventually("all are there", all_seen, every=0.1)
    expect(app.page.get_by_role("button", name="More", exact=True)).to_have_count(0)
    # The new entry is at the top.
    app.go("/day!log/diaper")
    app.press("Dirty")
    app.expect_banner("Logged dirty diaper")
    expect(app.page.locator("ul.entries li").first).to_contain_text("Dirty")
    assert not phone.errors, phone.errors


@scenario("an accidental double press counts once")
def bouncing(house):
    family = house.family()
    app = App(house.phone().page(), family.server.address).sign_in(family.anna)
    app.card("Diaper").click()
    button = app.sheet.get_by_role("button", name="Wet", exact=True)
    button.evaluate("button => { button.click(); button.click(); button.click(); }")
    eventually("it is there", lambda: family.entries())
    app.wait_sent()
    assert len(family.entries()) == 1, family.entries()


@scenario("two phones and a computer agree")
def agreeing(house):
    family = house.family()
    machine = house.machine()
    machine.log_in(family.anna)
    anna = App(house.phone().page(), family.server.address).sign_in(family.anna)
    ben = App(house.phone().page(), family.server.address).sign_in(family.ben)
    # A client is open on the computer, too, so that its daemon listens for events.
    watching = machine.watch()
    house.ends.callback(watching.terminate)
    for app in (anna, ben):
        app.go("/day")
        app.page.wait_for_selector(".day")

    def shows(app, text):
        return lambda: app.page.locator("ul.entries li", has_text=text).count() == 1

    def has(text):
        return lambda: any(one.get("note") == text for one in machine.entries())

    def note(app, text):
        app.go("/day!log/note")
        app.sheet.locator("textarea#note").fill(text)
        begin = time.monotonic()
        app.press("Save")
        return begin

    # In the first round, connections are still being opened.
    took = []
    for number in range(6):
        for author, others, who in ((anna, [shows(ben, f"{number} a"), has(f"{number} a")], "a"),
                                    (ben, [shows(anna, f"{number} b"), has(f"{number} b")], "b")):
            begin = note(author, f"{number} {who}")
            for other in others:
                eventually(f"{number} {who} is everywhere", other)
            if number:
                took.append(time.monotonic() - begin)
    for number in range(3):
        begin = time.monotonic()
        machine.bbctl("note", f"computer {number}")
        for app in (anna, ben):
            eventually("the computer's note is on both phones", shows(app, f"computer {number}"))
        took.append(time.monotonic() - begin)
    print(f"  everywhere after {', '.join(f'{one:.2f}' for one in took)} s", flush=True)
    machine_entries = {(one["kind"], one["start"], one.get("note")) for one in machine.entries()}
    server_entries = {(one["kind"], one["start"], one.get("note")) for one in family.entries()}
    assert machine_entries == server_entries, (machine_entries, server_entries)
