"""The field for sentences, by touch: it logs what is typed, and asks about what is unclear."""

import json
import pathlib
import re

from playwright.sync_api import expect

import history
import screens
from app import App
from house import scenario
from programs import ZONE, Failure, eventually
from test_controls import Hand, instant
from test_looks import axe, ours, report


def sentences():
    """The other programs' test sentences: a Swift file's string literals, which are also valid JSON."""
    source = pathlib.Path(__file__).resolve().parents[3] / "Tests/TestSupport/SampleSentences.swift"
    found = [json.loads(literal) for literal in re.findall(r'"(?:[^"\\\n]|\\.)*"', source.read_text("utf-8"))]
    assert len(found) == 40, f"{source} has {len(found)} sentences"
    return found


class Field:
    """The field on the home screen, and the messages below it."""

    def __init__(self, app):
        self.app, self.page, self.hand = app, app.page, Hand(app)

    @property
    def form(self):
        return self.page.locator("form.say")

    @property
    def input(self):
        return self.page.locator("#say")

    @property
    def problem(self):
        return self.form.locator("[role=alert]")

    @property
    def choices(self):
        return self.form.locator(".buttons button")

    @property
    def question(self):
        return self.form.locator("[role=alertdialog]")

    def send(self, sentence):
        """Types it as phones do, presses Log with the focus still in the field, and waits for the result."""
        self.hand.put("say", sentence)
        self.hand.press(self.form.get_by_role("button", name="Log", exact=True))
        self.wait()

    def press(self, name):
        button = self.form.get_by_role("button", name=name, exact=True)
        self.hand.press(button)
        # The previous message is gone then.
        expect(button).to_have_count(0)
        self.wait()

    def wait(self):
        """Waits for the answer: the field is empty then, or has a message below it."""
        is_over = lambda: not self.form.locator("[aria-busy]").count() and (
            self.input.input_value() == "" or self.problem.count() or self.question.count())
        eventually(lambda: f"it is answered: {self.input.input_value()}", is_over)


def home(house, person="anna", **options):
    family = house.family()
    network = house.network(family.server)
    phone = house.phone(**options)
    app = App(phone.page(), network.address).sign_in(getattr(family, person))
    return family, network, phone, Field(app)


def is_asked(request):
    return request.path.endswith("/phrases")


def is_dated(sentence):
    return "yesterday" in sentence


def brief(entry, sentence):
    """An entry's members, except those that are always unique."""
    left_out = {"id", "childId", "author", "changedBy", "createdAt", "updatedAt", "start", "end", "seq"}
    said = {name: value for name, value in entry.items() if name not in left_out and value not in (None, False)}
    for name in ("startLocal", "endLocal"):
        text = said.pop(name, None)
        if text and is_dated(sentence):
            said[name] = text[:16]
    return said


def seconds(entry):
    return entry.get("end") and round((instant(entry["end"]) - instant(entry["start"])).total_seconds())


@scenario("forty sentences mean the same on the phone as on the command line", is_long=True)
def forty(house):
    family, network, phone, field = home(house)
    machine = house.machine()
    machine.bbctl("child", "add", "Eva", "--born", "2026-05-18", "--zone", ZONE)
    # The server has no locale for these defaults.
    for key, value in (("units", "ml"), ("time.format", "12h"), ("date.order", "ask")):
        machine.bbctl("settings", "set", key, value)
    logged = 0
    for sentence in sentences():
        run = machine.bbctl("log", sentence, "--json", check=False)
        known = {one["id"] for one in family.entries()}
        field.send(sentence)
        if run.returncode == 0:
            theirs = json.loads(run.stdout)["entry"]
            if field.input.input_value():
                raise Failure(f"{sentence}: the phone says {field.form.inner_text()}")
            field.app.wait_sent()
            [ours] = [one for one in family.entries() if one["id"] not in known]
            assert brief(ours, sentence) == brief(theirs, sentence), (sentence, ours, theirs)
            assert seconds(ours) == seconds(theirs), (sentence, ours, theirs)
            machine.bbctl("undo")
            field.app.banner.get_by_role("button", name="Undo").click()
            eventually(f"{sentence} is undone", lambda: {one["id"] for one in family.entries()} == known)
            field.app.wait_sent()
            logged += 1
        else:
            error = json.loads(run.stderr)
            choices = (error.get("data", {}).get("details") or {}).get("choices") or []
            assert field.problem.inner_text(), sentence
            shown = field.choices.all_inner_texts()
            assert shown[:len(choices)] == choices, (sentence, shown, choices)
            assert field.input.input_value() == sentence
            assert {one["id"] for one in family.entries()} == known, sentence
    assert logged >= 28, logged
    assert not phone.errors, phone.errors


@scenario("say it: typed, pasted and dictated sentences are logged at once, with a banner and undo")
def typed(house):
    family, network, phone, field = home(house)
    entries = lambda **members: [one for one in family.entries() if members.items() <= one.items()]
    # Three ways to type, one after the other.
    for sentence, members in (("bottle 4oz yesterday at 3pm", {"amount": 4, "unit": "oz"}), ("left 10m right 5m", {"leftSeconds": 600, "rightSeconds": 300}),
                              ("runny green poop", {"type": "dirty"})):
        field.send(sentence)
        field.app.expect_banner("Logged")
        assert field.input.input_value() == ""
        eventually(f"the server has {members}", lambda: len(entries(**members)) == 1)
    field.app.banner.get_by_role("button", name="Undo").click()
    eventually("it is undone", lambda: not entries(type="dirty"))
    # The keyboard's Send key; a second, accidental press finds nothing to send.
    field.input.tap()
    field.page.keyboard.type("asleep")
    for _ in range(2):
        field.page.keyboard.press("Enter")
    field.app.expect_banner("Sleep started")
    field.page.locator(".timer", has_text="Sleeping").wait_for()
    field.send("woke up")
    field.app.expect_banner("Sleep ended")
    [sleep] = eventually("the sleep is over", lambda: [one for one in entries(kind="sleep") if one.get("end")])
    assert len(network.sent("/phrases$")) == 5, network.sent("/phrases$")
    # A timer on another phone, which this one does not know yet.
    network.arm("refuse", lambda request: "/v1/changes" in request.path, times=1)
    family.ben.put(family.eva, "tummy", history.wire(screens.datetime.datetime.now(screens.datetime.timezone.utc)))
    field.send("stop tummy time")
    eventually("it is ended", lambda: [one for one in entries(kind="tummy") if one.get("end")])
    assert not phone.errors, phone.errors


@scenario("say it: an unclear or refused sentence logs nothing, and a dose that is too soon is asked about")
def asked(house):
    family, network, phone, field = home(house)
    field.send("wet at half 3")
    expect(field.choices).to_have_count(2)
    assert family.entries() == []
    field.press(field.choices.nth(1).inner_text())
    # A time later today leads to another question.
    if field.problem.count():
        field.press(field.choices.first.inner_text())
    field.app.expect_banner("Logged")
    eventually("it is at the server", lambda: len(family.entries()) == 1)
    for sentence in ("is she asleep", "bottle 4oz then nap", "wett"):
        field.send(sentence)
        assert field.problem.inner_text() and "bbctl" not in field.problem.inner_text(), field.problem.inner_text()
        assert field.input.input_value() == sentence
    assert len(family.entries()) == 1
    field.send("tylenol 5ml every 6h")
    field.app.expect_banner("Logged")
    doses = lambda: [one for one in family.entries() if one["kind"] == "medicine"]
    eventually("it is at the server", lambda: len(doses()) == 1)
    field.send("tylenol 5ml for fever")
    expect(field.question).to_contain_text("may be given again")
    field.hand.press(field.question.get_by_role("button", name="Cancel"))
    expect(field.question).to_have_count(0)
    assert len(doses()) == 1 and not field.app.unsent()
    field.send("tylenol 5ml for fever")
    field.press("Log it anyway")
    eventually("both are at the server", lambda: len(doses()) == 2)
    assert not phone.errors, phone.errors


@scenario("say it: for another child, a press on the name is needed, and a late answer never logs for the wrong one")
def another(house):
    family, network, phone, field = home(house)
    tom = family.anna.add_child("Tom")
    title = field.page.locator("h1")
    field.page.reload()
    field.app.wait_signed_in()
    is_known = lambda: any(one["name"] == "children" and len(one["value"]) == 2 for one in field.app.rows("values"))
    eventually("Tom is known", is_known)
    field.send("Tom drank 90 ml")
    expect(field.question).to_contain_text("This is about Tom.")
    assert family.anna.entries(tom) == family.entries() == []
    field.press("Log for Tom")
    eventually("Tom has it", lambda: [one["amount"] for one in family.anna.entries(tom)] == [90])
    expect(title).to_have_text("Tom")
    field.app.expect_banner("Logged bottle")
    assert family.entries() == []

    # The answer arrives after the switch to Eva.
    network.held.clear()
    network.arm("pass", is_asked, before=network.held.wait)
    field.hand.put("say", "wet")
    field.hand.press(field.form.get_by_role("button", name="Log", exact=True))
    field.app.go("/!menu")
    field.page.locator("dialog.menu button", has_text="Eva").click()
    expect(title).to_have_text("Eva")
    network.held.set()
    expect(field.page.locator("[role=alert] .banner")).to_contain_text("Not logged.")
    assert field.input.input_value() == "" and not field.app.unsent()
    assert family.entries() == [] and len(family.anna.entries(tom)) == 1
    assert not phone.errors, phone.errors


@scenario("say it: without a server, signed out, or with an older server nothing is logged, and the reason is shown")
def unanswered(house):
    family, network, phone, field = home(house, "ben")
    field.app.wait_controlled()
    phone.lose(network)
    field.send("wet")
    expect(field.problem).to_contain_text("Sentences need the family server; the buttons work offline.")
    assert field.input.input_value() == "wet" and not field.app.unsent()
    phone.find(network)
    network.arm(503, is_asked)
    field.send("wet")
    expect(field.problem).to_contain_text("the buttons work offline.")
    # The answer is lost: nothing was logged, and sending the sentence again logs it once.
    network.arm("lose", is_asked)
    field.send("wet")
    # A browser repeats a request by itself if its persistent connection was cut.
    if field.input.input_value():
        assert family.entries() == []
        field.send("wet")
    eventually("it is there once", lambda: len(family.entries()) == 1)
    field.page.route("**/phrases", lambda route: route.fulfill(
        status=404, content_type="application/json", body='{"error": {"code": "not_found", "message": "Not found.", "details": []}}'))
    field.send("dirty")
    expect(field.problem).to_contain_text("This family server is too old for sentences.")
    field.page.unroute("**/phrases")
    log = field.form.get_by_role("button", name="Log", exact=True)

    def end_sessions():
        ours = family.ben.call("GET", "/v1/sessions")
        for one in ours["sessions"]:
            if one["id"] != ours["current"]:
                family.ben.call("DELETE", f"/v1/sessions/{one['id']}")

    # Each happens while the sentence is on its way.
    network.arm("pass", is_asked, before=end_sessions)
    field.hand.press(log)
    field.app.wait_signed_out()
    field.app.expect_banner("Not logged.")
    field.app.fill_sign_in(family.ben)
    field.app.wait_signed_in()
    assert field.input.input_value() == "dirty"
    remove = lambda: family.anna.call("DELETE", f"/v1/children/{family.eva}/members/{family.ben.user['id']}")
    network.arm("pass", is_asked, before=remove)
    field.hand.press(log)
    field.page.get_by_role("heading", name="Add a child").wait_for()
    field.app.expect_banner("Not logged.")
    assert len(family.entries()) == 1
    assert not phone.errors, phone.errors


@scenario("say it: the field is visible at once and pushes no card away, in both modes and on a small phone")
def placed(house):
    family, network, phone, field = home(house, reduced_motion="reduce")
    family.anna.add_child("Tom")
    found = []
    cards = field.page.locator(".cards").first
    # On a quiet day there is room for it above the cards.
    with_it = cards.bounding_box()
    field.page.evaluate("document.querySelector('form.say').remove()")
    assert cards.bounding_box() == with_it, (cards.bounding_box(), with_it)
    screens.furnish(family, 1)

    def look(name):
        screens.settle(field.page)
        field.page.screenshot(path=house.options.screens / f"{name}.png")
        found.extend(f"{name}: {finding}" for finding in [*axe(field.page), *ours(field.app)])

    for width, height in ((390, 844), (320, 568)):
        field.page.set_viewport_size({"width": width, "height": height})
        for mode in ("dark", "light"):
            field.page.emulate_media(color_scheme=mode)
            field.app.open().wait_signed_in()
            look(f"say-{width}-{mode}")
            bottom = lambda box: box["y"] + box["height"]
            tabs = field.page.locator("nav.tabs").bounding_box()
            assert bottom(field.form.bounding_box()) <= tabs["y"], (field.form.bounding_box(), tabs)
            # All four cards are visible, too, or the first of them on a small screen.
            last = cards.locator("button").nth(3 if height == 844 else 0)
            assert last.bounding_box()["y"] < tabs["y"] - 48, (last.bounding_box(), tabs)
            for name, sentence in (("unclear", "wet at half 3"), ("refused", "is she asleep"), ("other", "Tom drank 90 ml")):
                field.send(sentence)
                # The question is visible without scrolling.
                answer = field.form.locator(".answer").bounding_box()
                assert answer["y"] > 0 and bottom(answer) <= tabs["y"], (name, answer, tabs)
                look(f"say-{name}-{width}-{mode}")
    assert family.entries() and not phone.errors, phone.errors
    report(house, found)
