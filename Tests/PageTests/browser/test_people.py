"""Sessions and roles, and what happens to unsent presses when they change."""

import re

from playwright.sync_api import expect

from app import App
from house import scenario
from programs import PASSWORD, Failure, eventually


def notes(family):
    return sorted(one["note"] for one in family.entries() if one["kind"] == "note")


def problem(app):
    return app.page.locator("form.welcome .error").first


@scenario("failed sign-ins show the reason, and the right one still works")
def bad_sign_ins(house):
    family = house.family(is_secure=True)
    phone = house.phone(family.server)
    app = App(phone.page(), family.server.address).open().wait_signed_out()
    held = []
    app.page.route("**/v1/auth/login", lambda route: held.append(route))

    def sign_in(*person):
        """Waits for the answer: until then, the form shows the previous press's error, and ignores presses."""
        app.fill_sign_in(*person)
        busy = app.page.locator("form.welcome button[aria-busy]")
        eventually("it waits", lambda: busy.count() and held)
        held.pop().continue_()
        busy.wait_for(state="detached")

    sign_in("", "")
    expect(problem(app)).not_to_be_empty()
    for email, password in ((family.anna.email, "wrong password"), ("nobody@example.org", PASSWORD)):
        sign_in(email, password)
        expect(problem(app)).to_contain_text(re.compile("password|email", re.I))
        assert app.page.locator("#email").input_value() == email
    family.server.kill()
    sign_in(family.anna)
    expect(problem(app)).to_contain_text(re.compile("connection", re.I))
    family.server.start()
    sign_in(family.anna)
    app.wait_signed_in()
    # After too many guesses, the form says to wait.
    app.sign_out()
    for _ in range(12):
        sign_in("guess@example.org", "guess guess")
    expect(problem(app)).to_contain_text(re.compile("wait|too many", re.I))


@scenario("a person with a share code creates an account, and sees the child")
def registering(house):
    family = house.family("--registration", "invited")
    code = family.anna.call("POST", f"/v1/children/{family.eva}/shares", {"role": "caregiver"})["code"]
    app = App(house.phone().page(), family.server.address).open().wait_signed_out()
    app.page.get_by_role("link", name="I have a share code").click()
    for field, text in (("code", "WRONG-CODE"), ("name", "Cleo"), ("email", "cleo@example.org"), ("password", "short")):
        app.page.fill(f"#{field}", text)
    create = app.page.get_by_role("button", name="Create account")
    create.click()
    # The error is shown once, at its field, which has the focus.
    expect(app.page.locator("#password-error")).to_be_visible()
    expect(app.page.locator("#password")).to_be_focused()
    expect(app.page.locator("form.welcome .error")).to_have_count(1)
    app.page.fill("#password", PASSWORD)
    create.click()
    expect(app.page.locator("#code-error")).to_contain_text("mistyped")
    # A used code has another error, and codes are accepted as people type them.
    used = family.anna.call("POST", f"/v1/children/{family.eva}/shares", {"role": "viewer"})
    family.anna.call("DELETE", f"/v1/children/{family.eva}/shares/{used['share']['id']}")
    app.page.fill("#code", used["code"])
    create.click()
    expect(app.page.locator("#code-error")).to_contain_text("has been used")
    app.page.fill("#code", " ".join(code.lower().replace("-", "").replace("0", "o").replace("1", "l")))
    create.click()
    app.wait_signed_in()
    app.log("Diaper", "Wet")
    eventually("Cleo's diaper is there", lambda: [one["author"] for one in family.entries()] == ["Cleo"])


@scenario("an expired session: unsent presses are kept for the same person and shown to no other")
def expired(house):
    family, network, phone, app = house.signed_in("anna")
    app.note("before")
    app.wait_sent()
    phone.lose(network)
    app.note("Anna's secret")
    # All sessions but the caller's.
    family.anna.call("DELETE", "/v1/sessions")
    phone.find(network)
    app.wait_signed_out()
    expect(app.page.locator("form.welcome")).to_contain_text("1 entry")
    assert len(app.unsent()) == 1 and notes(family) == ["before"]

    # Ben signs in on the same phone: he sees that changes are waiting, but not which.
    app.fill_sign_in(family.ben)
    app.wait_signed_in()
    app.log("Diaper", "Wet")
    eventually("Ben's diaper is there", lambda: any(one["kind"] == "diaper" for one in family.entries()))
    for place in ("/day", "/", "/settings"):
        app.go(place)
        app.page.wait_for_selector("main")
        assert "secret" not in app.page.inner_text("body")
    app.page.reload()
    app.page.wait_for_selector("main")
    assert "secret" not in app.page.content()
    assert notes(family) == ["before"] and len(app.unsent()) == 1, (notes(family), app.unsent())
    app.sign_out()
    expect(app.page.locator("form.welcome")).to_contain_text("another person")

    # Anna signs in again: now they are sent as hers.
    app.fill_sign_in(family.anna)
    app.go("/")
    app.wait_signed_in()
    app.wait_sent()
    secret = [one for one in family.entries() if one.get("note") == "Anna's secret"]
    assert len(secret) == 1 and secret[0]["author"] == "Anna", secret


@scenario("signing out with unsent presses warns, and keeps them")
def signing_out(house):
    family, network, phone, app = house.signed_in("anna")
    phone.lose(network)
    app.note("not sent yet")
    app.go("/settings")
    app.page.get_by_role("button", name="Sign out").click()
    expect(app.page.get_by_role("alertdialog")).to_contain_text("1 entry")
    app.page.get_by_role("alertdialog").get_by_role("button", name="Sign out").click()
    app.wait_signed_out()
    assert phone.context.cookies() == [] or not app.page.locator(".cards").count()
    phone.find(network)
    app.page.reload()
    app.wait_signed_out()
    app.fill_sign_in(family.anna)
    app.go("/")
    app.wait_signed_in()
    app.wait_sent()
    assert notes(family) == ["not sent yet"]


@scenario("a revoked role: an earlier press is refused with a message, and nothing more can be logged")
def revoked(house):
    family, network, phone, app = house.signed_in("ben")
    phone.lose(network)
    app.note("too late")
    family.anna.call("PATCH", f"/v1/children/{family.eva}/members/{family.ben.sign_in().user['id']}", {"role": "viewer"})
    phone.find(network)
    eventually("it is refused", lambda: any(row["state"] == "failed" for row in app.unsent()))
    expect(app.page.locator("[role=alert] .banner")).to_be_visible()
    app.page.locator(".home", has_text="View only").wait_for()
    assert app.page.locator("button.card").count() == 0
    app.go("/day")
    row = app.page.locator("ul.entries li", has_text="too late")
    row.get_by_role("button").first.click()
    expect(app.sheet).to_contain_text("Couldn’t save")
    app.sheet.get_by_role("button", name="Discard").click()
    eventually("it is gone", lambda: not app.unsent())
    assert notes(family) == []
    # Now the child is no longer shared with him.
    family.anna.call("DELETE", f"/v1/children/{family.eva}/members/{family.ben.user['id']}")
    app.page.wait_for_selector("form.welcome")
    assert "Eva" not in app.page.inner_text("body")


@scenario("a member who was removed while offline sees that the entry was refused, until they have seen it")
def removed(house):
    family, network, phone, app = house.signed_in("ben")
    phone.lose(network)
    app.log("Diaper", "Dirty")
    app.expect_banner(re.compile("Logged dirty diaper|Saved here"))
    family.anna.call("DELETE", f"/v1/children/{family.eva}/members/{family.ben.sign_in().user['id']}")
    phone.find(network)
    notice = app.page.locator(".notice[role=alert]")
    expect(notice).to_contain_text("Eva is no longer shared with you")
    expect(notice).to_contain_text("Dirty diaper")
    expect(app.page.locator(".banner.is-success")).to_have_count(0)
    assert app.unsent() == [] and family.entries() == []
    # It is also shown on another screen and after a reload, and disappears once it was seen.
    app.go("/settings")
    expect(notice).to_be_visible()
    app.page.reload()
    notice.get_by_role("button", name="OK").click()
    expect(notice).to_have_count(0)
    assert app.rows("kept") == []


@scenario("a full phone: an entry that cannot be saved is reported as such")
def full_storage(house):
    family, network, phone, app = house.signed_in("anna")
    # A browser that has just started first has to determine the free space.
    phone.close()
    phone.start()
    session = phone.context.new_cdp_session(phone.page())
    usage = session.send("Storage.getUsageAndQuota", {"origin": network.address})["usage"]
    session.send("Storage.overrideQuotaForOrigin", {"origin": network.address, "quotaSize": usage + 30_000})
    app = App(phone.context.new_page(), network.address).open().wait_signed_in()
    phone.lose(network)
    kept, text = [], ""
    for number in range(40):
        text = f"{number} " + "long " * 380
        app.go("/!log/note")
        app.sheet.locator("textarea#note").fill(text)
        app.sheet.get_by_role("button", name="Save").click()
        full = app.page.get_by_text("storage is full").first
        expect(full.or_(app.page.locator("body:not(:has(dialog.sheet))"))).to_be_visible()
        if full.is_visible():
            break
        kept.append(text.strip())
    else:
        raise Failure("the phone was never full")
    # The typed text is still there, and is saved once there is space.
    assert app.sheet.locator("textarea#note").input_value() == text
    assert len(app.unsent()) == len(kept), (len(app.unsent()), len(kept))
    session.send("Storage.overrideQuotaForOrigin", {"origin": network.address})
    phone.find(network)
    app.wait_sent()

    def again():
        # Chromium caches the amount of free space for some time.
        if app.sheet.count():
            app.sheet.get_by_role("button", name="Save").click(timeout=1_000)
        return not app.sheet.count()

    eventually("there is room", again, every=1)
    app.wait_sent()
    assert [one.strip() for one in notes(family)] == sorted([*kept, text.strip()])


@scenario("evicted storage: the page says so, and fetches everything again")
def evicted(house):
    family, network, phone, app = house.signed_in("anna")
    app.note("sent before")
    app.wait_sent()
    phone.lose(network)
    app.note("lost with the phone's storage")
    blank = phone.context.new_page()
    session = phone.context.new_cdp_session(blank)
    app.page.close()
    session.send("Storage.clearDataForOrigin", {"origin": network.address, "storageTypes": "indexeddb,cache_storage,service_workers,local_storage"})
    # A closing page is still online for a moment, and may send what is being evicted.
    network.arm("refuse", times=99)
    network.is_down = False
    phone.context.set_offline(False)
    app = App(phone.context.new_page(), network.address).open()
    # The cookie was not evicted, so nobody has to sign in again.
    app.wait_signed_in()
    expect(app.page.locator("body")).to_contain_text(re.compile("cleared|thrown away|threw away|emptied", re.I))
    app.go("/day")
    app.page.locator("ul.entries li", has_text="sent before").wait_for()
    expect(app.page.locator("ul.entries li")).to_have_count(1)
    assert app.unsent() == []
    assert notes(family) == ["sent before"]
