"""A press uses the current state of every control of every sheet and form, with the focus still in its field."""

import dataclasses
import datetime
import itertools
import re

from playwright.sync_api import expect

import screens
from app import App, Finger
from house import scenario
from programs import PASSWORD, Failure, eventually


@dataclasses.dataclass
class Sheet:
    """Input into a sheet by touch, and the expected entry on the server."""
    place: str
    members: dict  # what the server has of the entry
    texts: dict = dataclasses.field(default_factory=dict)  # by a field's id
    picks: dict = dataclasses.field(default_factory=dict)  # by a group's name
    lists: dict = dataclasses.field(default_factory=dict)  # by the id of a list
    first: str = ""  # what is pressed before
    button: str = "Save"
    ago: int | None = None  # minutes before it was logged


SHEETS = [
    Sheet("log/weight", {"value": 9.5, "unit": "lb"}, {"value": "9,5"}, {"unit": "lb"}),
    Sheet("log/length", {"value": 21.5, "unit": "in", "position": "lying"}, {"value": "21.5"}, {"unit": "in", "position": "Lying"}),
    Sheet("log/head", {"value": 385, "unit": "mm"}, {"value": "385"}, {"unit": "mm"}),
    Sheet("log/temperature", {"value": 100.4, "unit": "fahrenheit", "place": "ear"}, {"value": "100,4"}, {"unit": "°F", "place": "Ear"}),
    Sheet("log/medicine", {"name": "Ibuprofen", "dose": 2.5, "unit": "drop", "intervalSeconds": 21600, "mostPerDay": 4},
          {"name": "Ibuprofen", "dose": "2,5", "intervalSeconds": "6", "mostPerDay": "4"}, lists={"unit": "drop"}),
    Sheet("log/vaccine", {"name": "MMR", "doseNumber": 2, "site": "left thigh"}, {"name": "MMR", "doseNumber": "2", "site": "left thigh"}),
    Sheet("log/food", {"foods": "banana, oats", "liking": "loved", "reaction": "rash", "allergens": "gluten"},
          {"foods": "banana, oats", "reaction": "rash", "allergens": "gluten"}, {"liking": "Loved"}),
    Sheet("log/milestone", {"title": "first steps", "category": "movement"}, {"title": "first steps"}, {"category": "Movement"}),
    Sheet("log/milkStore", {"change": "add", "amount": 3.5, "unit": "oz"}, {"amount": "3,5"}, {"change": "Stored", "unit": "oz"}),
    Sheet("log/briefWaking", {"kind": "briefWaking", "note": "by the door"}, {"note": "by the door"}, {"minutes": "10 minutes"}, first="Add a note", ago=10),
    Sheet("log/activity", {"kind": "activity", "name": "music class"}, {"name": "music class"}, {"minutes": "20 minutes"}, ago=20),
    Sheet("log/activity", {"kind": "activity", "name": "walk"}, {"name": "walk"}, {"usual": "Walk", "when": "30 minutes ago"}, ago=30),
    Sheet("form/sleep", {"kind": "sleep", "note": "in the pram"}, {"note": "in the pram"}, {"minutes": "30 minutes"}, first="Add a note", ago=30),
    Sheet("form/tummy", {"kind": "tummy"}, picks={"minutes": "5 minutes"}, ago=5),
    Sheet("log/feeding", {"method": "bottle", "amount": 62.5, "note": "spat up"}, {"amount": "62,5", "note": "spat up"},
          {"minutes": "15 minutes"}, first="More details", button="Bottle", ago=15),
    Sheet("log/feeding", {"method": "breast", "startedSide": "left"}, {"amount": "70"}, {"when": "20 minutes ago"}, button="Left", ago=20),
    Sheet("log/diaper", {"type": "wet", "note": "rash"}, {"note": "rash"}, {"when": "10 minutes ago"}, first="More details", button="Wet", ago=10),
    Sheet("log/note", {"category": "health", "note": "a cough"}, {"note": "a cough"}, {"category": "Health", "when": "5 minutes ago"}, ago=5),
    Sheet("log/tummy", {"kind": "tummy", "running": True}, picks={"when": "5 minutes ago"}, button="Start timer", ago=5),
    Sheet("log/tummy", {"kind": "tummy"}, picks={"when": "Now"}, button="Stop", ago=5),
    Sheet("log/nursing", {"kind": "feeding", "running": True, "timedSide": "right"}, picks={"when": "5 minutes ago"}, button="Right", ago=5),
    Sheet("log/sleep", {"kind": "sleep", "running": True}, picks={"when": "10 minutes ago"}, button="Start Sleep", ago=10),
]

# The controls of a sheet, or of the page without one: fields and lists by their ids, groups of choices by their names.
CONTROLS = """() => {
  const within = document.querySelector('dialog.sheet') ?? document.querySelector('main');
  const all = (what, name) => [...new Set([...within.querySelectorAll(what)].map(one => one[name]))];
  return {
    fields: all('input:not([type=radio]):not([type=checkbox]), textarea', 'id'), groups: all('input[type=radio]', 'name'),
    lists: all('select', 'id'), toggles: [...within.querySelectorAll('input[type=checkbox]')].map(one => one.parentElement.querySelector('span').firstChild.data),
  };
}"""
# Times have their own scenario. A bottle's content is shown once Bottle is chosen.
ELSEWHERE = {"start", "end", "content"}


class Hand:
    """A hand: it types as phones do, and presses the next control at once."""

    def __init__(self, app):
        self.app, self.page, self.finger = app, app.page, Finger(app.page)
        # By keys, as pasted, and as dictated: in parts, without keys.
        keyboard = self.page.keyboard
        self.ways = itertools.cycle([keyboard.type, keyboard.insert_text, lambda text: [keyboard.insert_text(part) for part in (text[:1], text[1:])]])

    @property
    def within(self):
        return self.app.sheet if self.app.sheet.count() else self.page.locator("main")

    def press(self, target):
        # The last press can replace this button in the next frame. No finger is faster.
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        target.scroll_into_view_if_needed()
        self.finger.press(target)

    def button(self, name):
        self.press(self.within.get_by_role("button", name=re.compile(f"^{re.escape(name)}(, suggested)?$")).first)

    def put(self, name, text):
        field = self.page.locator(f"[id='{name}']")
        field.tap()
        expect(field).to_be_focused()
        self.page.keyboard.press("Control+A")
        next(self.ways)(text)

    def set(self, name, value):
        """Sets a date or a time, as the phone's picker does."""
        field = self.page.locator(f"[id='{name}']")
        field.focus()
        field.fill(value)

    def pick(self, group, name):
        label = self.within.locator("label", has=self.page.locator(f"input[name='{group}']"))
        self.press(label.filter(has=self.page.get_by_role("radio", name=name, exact=True)))


@scenario("every control of every sheet: typed, chosen and pressed by touch, and saved at once")
def controls(house):
    family = house.family()
    phone = house.phone()
    app = App(phone.page(), family.server.address).sign_in(family.anna)
    hand = Hand(app)
    missing = []
    touched = {}
    for sheet in SHEETS:
        before = {one["id"]: one["updatedAt"] for one in family.entries()}
        app.go(f"/!{sheet.place}")
        app.sheet.wait_for()
        if sheet.first:
            hand.button(sheet.first)
        seen = app.page.evaluate(CONTROLS)
        said = touched.setdefault(sheet.place, set())
        said |= {*sheet.texts, *sheet.picks, *sheet.lists}
        missing.append((sheet.place, {*seen["fields"], *seen["groups"], *seen["lists"]} - ELSEWHERE, said))
        for name, text in sheet.texts.items():
            hand.put(name, text)
        for name, value in sheet.lists.items():
            app.page.locator(f"select[id='{name}']").select_option(value)
        for group, name in sheet.picks.items():
            hand.pick(group, name)
        hand.button(sheet.button)
        app.page.wait_for_selector("dialog.sheet", state="detached")
        new = lambda: [one for one in family.entries() if before.get(one["id"]) != one["updatedAt"]]
        [entry] = eventually(f"{sheet.place} is at the server", new)
        assert {name: entry.get(name) for name in sheet.members} == sheet.members, (sheet.place, entry)
        if sheet.ago is not None:
            ago = instant(entry["createdAt"]) - instant(entry["start"])
            assert abs(ago.total_seconds() - sheet.ago * 60) < 60, (sheet.place, entry)
    # Each sheet's rows together cover nearly all of its controls. The time controls are the same in all sheets.
    left = {(place, name) for place, names, said in missing for name in names - said - {"when", "usual"}}
    assert not left, f"no row is about {sorted(left)}"
    assert not phone.errors, phone.errors


def instant(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


@scenario("every control of an entry and of its times is saved with its last value")
def entries(house):
    family = house.family()
    screens.furnish(family, 1)
    phone = house.phone()
    app = App(phone.page(), family.server.address).sign_in(family.anna)
    hand = Hand(app)
    at = lambda clock: hand.set("start", app.page.locator("#start").input_value()[:11] + clock)

    # Just after midnight is not in the future, whatever the time is now.
    app.go("/!log/diaper")
    app.sheet.wait_for()
    app.choose("Exact time")
    at("00:01")
    hand.button("Wet")
    app.page.wait_for_selector("dialog.sheet", state="detached")
    made = eventually("it is at the server", lambda: [one for one in family.entries() if "T00:01:00" in one["startLocal"] and one["kind"] == "diaper"])

    rows = [
        ({"kind": "weight"}, {"value": "7,4", "note": "before the bath"}, {}, {"value": 7.4, "note": "before the bath"}),
        ({"kind": "temperature"}, {"value": "37,9"}, {"place": "Forehead"}, {"value": 37.9, "place": "forehead"}),
        ({"kind": "note"}, {"note": "Laughed at the cat"}, {"category": "Health"}, {"note": "Laughed at the cat", "category": "health"}),
        ({"kind": "medicine"}, {"dose": "2", "mostPerDay": "3"}, {}, {"dose": 2, "mostPerDay": 3}),
        ({"id": made[0]["id"]}, {"note": "in the night"}, {"type": "Dirty"}, {"type": "dirty", "note": "in the night"}),
    ]
    for what, texts, picks, members in rows:
        [entry, *_] = [one for one in family.entries() if what.items() <= one.items()]
        app.go(f"/!entry/{entry['id']}")
        app.sheet.wait_for()
        if app.sheet.get_by_text("Not found").count():
            raise Failure(f"the phone does not know {entry}")
        for name, text in texts.items():
            hand.put(name, text)
        for group, name in picks.items():
            hand.pick(group, name)
        hand.button("Save")
        app.page.wait_for_selector("dialog.sheet", state="detached")
        eventually(f"it is changed to {members}", lambda: [one for one in family.entries() if one["id"] == entry["id"] and members.items() <= one.items()])
    app.go(f"/!entry/{made[0]['id']}")
    app.sheet.wait_for()
    at("00:02")
    hand.button("Save")
    app.page.wait_for_selector("dialog.sheet", state="detached")
    is_later = lambda one: one["id"] == made[0]["id"] and "T00:02:00" in one["startLocal"]
    eventually("its time is changed", lambda: [one for one in family.entries() if is_later(one)])
    assert not phone.errors, phone.errors


# Settings by the name of their control: the input, and the expected value on the server.
CHOICES = {"units": ("oz", "oz"), "units.temperature": ("°F", "F"), "units.weight": ("lb", "lb"), "time.format": ("24 hours", "24h"),
           "theme.mode": ("Light", "light"), "theme.iconStyle": ("Tinted", "tinted")}
LISTS = {"theme.palette": "ocean-calm", "theme.categoryStrategy": "warm-cool-split"}
TOGGLES = {"Reminders": ("reminders.enabled", "off"), "Predictions": ("predictions.enabled", "off")}
CHILDS_LISTS = {"feeding.interval": "3h", "diaper.interval": "4h", "reminders.nap": "15m", "reminders.sleep": "8h", "reminders.feed": "1h",
                "reminders.tummy": "1h"}


@scenario("every control of the settings and of the child is saved, whatever is pressed next")
def settings(house):
    family = house.family()
    phone = house.phone()
    app = App(phone.page(), family.server.address).sign_in(family.anna)
    hand = Hand(app)
    home = lambda: hand.finger.press(app.page.locator("nav.tabs a").first)

    def has(**values):
        known = family.anna.call("GET", "/v1/changes", Babybasics_Settings="0")["settings"]
        found = {one["key"]: one.get("value") for one in known}
        return all(found.get(key) == value for key, value in values.items())

    def switch(text):
        return app.page.locator("label.row").filter(has_text=re.compile(f"^{text}")).filter(has=app.page.get_by_role("switch"))

    # Each is changed, and the page is left at once.
    def touch(place, act, **values):
        app.go(place)
        app.page.wait_for_selector(".settings")
        act()
        home()
        eventually(f"the server has {values}", lambda: has(**values))

    for key, (name, value) in CHOICES.items():
        touch("/settings", lambda: hand.pick(key, name), **{key: value})
    for key, value in LISTS.items():
        touch("/settings", lambda: app.page.locator(f"select[id='{key}']").select_option(value), **{key: value})
    for text, (key, value) in TOGGLES.items():
        touch("/settings", lambda: hand.press(switch(text)), **{key: value})
    touch("/settings", lambda: hand.press(switch("Quiet hours")), **{"reminders.quiet": "22:00-06:00"})
    touch("/settings", lambda: (hand.set("From", "21:30"), hand.set("To", "07:15")), **{"reminders.quiet": "21:30-07:15"})
    app.go("/settings")
    seen = eventually("the settings are there", lambda: app.page.locator("#From").count() and app.page.evaluate(CONTROLS))
    assert set(seen["groups"]) == {*CHOICES} and set(seen["lists"]) == {*LISTS} and set(seen["fields"]) == {"From", "To"}, seen
    assert set(seen["toggles"]) == {*TOGGLES, "Quiet hours"}, seen

    touch("/child", lambda: hand.set("day.start", "06:30"), **{"day.start": "06:30"})
    touch("/child", lambda: hand.pick("reminders.from", "End"), **{"reminders.from": "end"})
    for key, value in CHILDS_LISTS.items():
        touch("/child", lambda: app.page.locator(f"select[id='{key}']").select_option(value), **{key: value})
    app.go("/child")
    seen = eventually("the child is there", lambda: app.page.locator("#born").count() and app.page.evaluate(CONTROLS))
    assert set(seen["groups"]) == {"reminders.from"} and set(seen["lists"]) == {*CHILDS_LISTS}, seen
    assert set(seen["fields"]) == {"name", "born", "day.start"}, seen
    # Her name and date of birth are saved with the focus still in the field.
    hand.put("name", "Eva Marie")
    hand.set("born", "2026-05-17")
    hand.button("Save")
    child = lambda: next(one for one in family.anna.call("GET", "/v1/children")["children"] if one["id"] == family.eva)
    eventually("she is called so, and born then", lambda: (child()["name"], child()["born"]) == ("Eva Marie", "2026-05-17"))
    # A second child, and a viewer's code for her, chosen and pressed at once.
    app.go("/add")
    app.page.wait_for_selector("form.welcome")
    seen = app.page.evaluate(CONTROLS)
    assert set(seen["fields"]) == {"name", "born", "zone"} and set(seen["groups"]) == {"feedingStyle"}, seen
    hand.put("name", "Mia")
    hand.set("born", "2026-11-01")
    hand.pick("feedingStyle", "Bottle")
    hand.put("zone", "Europe/Lisbon")
    hand.press(app.page.locator("form.welcome button[type=submit]"))
    find = lambda: [one for one in family.anna.call("GET", "/v1/children")["children"] if one["name"] == "Mia"]
    [mia] = eventually("Mia is there", find)
    assert (mia["born"], mia["zone"], mia["feedingStyle"]) == ("2026-11-01", "Europe/Lisbon", "bottle"), mia
    app.wait_signed_in()
    app.go("/people")
    app.page.wait_for_selector("main .segments")
    hand.pick("role", "Viewer")
    hand.button("Create code")
    app.page.get_by_text("Shown only once").wait_for()
    shares = family.anna.call("GET", f"/v1/children/{mia['id']}/shares")["shares"]
    assert [one["role"] for one in shares] == ["viewer"], shares
    assert not phone.errors, phone.errors


@scenario("the forms for accounts and codes, and the search, use the text that is typed by touch at the press")
def outside(house):
    family = house.family("--registration", "invited")
    code = lambda child, role: family.anna.call("POST", f"/v1/children/{child}/shares", {"role": role})["code"]
    phone = house.phone()
    app = App(phone.page(), family.server.address)
    hand = Hand(app)

    def fill(place, **texts):
        """Fills in a form, and presses its button, which is in the lower part or scrolls there."""
        app.go(place)
        eventually(f"{place} has {[*texts]}", lambda: set(app.page.evaluate(CONTROLS)["fields"]) == {*texts})
        for name, text in texts.items():
            hand.put(name, text)
        hand.press(app.page.locator("form.welcome button[type=submit]"))

    app.open().wait_signed_out()
    fill("/register", code=code(family.eva, "caregiver").lower().replace("-", " "), name="Cleo", email="cleo@example.org", password=PASSWORD)
    app.wait_signed_in()
    app.sign_out()
    fill("/", email="cleo@example.org", password=PASSWORD)
    app.wait_signed_in()
    app.sign_out()
    fill("/reset", code=family.server.command("user", "password-code", "cleo@example.org"), password=PASSWORD + " 2")
    app.wait_signed_in()
    mia = family.anna.add_child("Mia")
    fill("/accept", code=code(mia, "caregiver"))
    has_both = lambda: app.page.locator("dialog.menu button", has_text="Mia").count()
    app.wait_signed_in()
    app.go("/!menu")
    eventually("Mia is among hers", has_both)
    app.go("/")
    app.note("laughed at the dog")
    app.go("/search")
    field = app.page.locator("input[type=search]")
    field.tap()
    next(hand.ways)("laughed")
    hand.press(app.page.get_by_role("button", name="Search"))
    expect(app.page.locator("ul.entries li")).to_have_count(1)
    assert not phone.errors, phone.errors
