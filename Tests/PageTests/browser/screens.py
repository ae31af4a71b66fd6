"""Every screen and sheet of the page, and how to get there."""

import datetime
import re

import history

NOW = datetime.datetime.now(datetime.timezone.utc)


def open_details(app):
    app.go("/!log/feeding")
    app.sheet.get_by_role("button", name="More details").click()


def sign_in_wrong(app):
    app.fill_sign_in("nobody@example.org", "wrong password")
    app.page.locator("form.welcome .error").first.wait_for()


def share(app):
    app.go("/people")
    app.page.get_by_role("button", name="Create code").click()
    app.page.get_by_text("Shown only once").wait_for()


def search(app):
    app.go("/search")
    # The field has the focus without a tap.
    app.page.locator("input[type=search]:focus").wait_for()
    app.page.keyboard.type("laughed")
    app.page.get_by_role("button", name="Search").last.click()
    app.page.locator("main [role=status]").get_by_text(re.compile(r"\d+ entr|Nothing")).wait_for()


def entry(app, kind="feeding"):
    app.go("/day")
    app.page.locator("ul.entries li button").first.click()
    app.sheet.wait_for()


def deleting(app):
    entry(app)
    app.sheet.get_by_role("button", name="Delete").click()


def leaving(app):
    app.go("/settings")
    app.page.get_by_role("button", name="Sign out").click()


def exact(app):
    app.go("/!log/diaper")
    app.choose("Exact time")


def invalid(app):
    app.go("/!log/note")
    app.sheet.get_by_role("button", name="Save").click()
    app.page.locator("[aria-invalid], .error").first.wait_for()


def banner(app):
    app.go("/!log/diaper")
    app.press("Wet")
    app.banner.wait_for()


def menu(app):
    app.go("/!menu")
    app.page.locator("dialog.menu").wait_for()


def said(app):
    app.go("/")
    app.page.locator("#say").fill("wet at half 3")
    app.page.locator("form.say").get_by_role("button", name="Log", exact=True).click()
    app.page.locator("form.say .buttons button").first.wait_for()


# Before and after signing in: a name, and an address or a function that goes there.
OUTSIDE = {
    "sign-in": "/", "sign-in-wrong": sign_in_wrong, "register": "/register", "reset": "/reset", "install-outside": "/install",
}
INSIDE = {
    "home": "/", "menu": menu, "log": "/!log", "log-feeding": "/!log/feeding", "log-feeding-details": open_details,
    "log-nursing": "/!log/nursing", "log-diaper": "/!log/diaper", "log-diaper-exact": exact, "log-sleep": "/!log/sleep",
    "form-sleep": "/!form/sleep", "log-tummy": "/!log/tummy", "log-note": "/!log/note", "log-note-invalid": invalid,
    "log-temperature": "/!log/temperature", "log-medicine": "/!log/medicine", "log-weight": "/!log/weight",
    "log-food": "/!log/food", "log-activity": "/!log/activity", "banner": banner, "day": "/day", "day-before": "/day/{yesterday}",
    "entry": entry, "entry-deleting": deleting, "search": search, "trends": "/trends", "settings": "/settings", "settings-leaving": leaving,
    "child": "/child", "people": "/people", "people-share": share, "sessions": "/sessions", "push": "/push", "install": "/install", "add": "/add",
    "accept": "/accept", "home-said": said,
}
# A selection that shows most of the page, because all would take too long.
FEW = ("home", "log-feeding-details", "log-note", "day", "entry", "settings", "banner")


def visit(app, way):
    """Goes there, and waits until everything is loaded and nothing moves."""
    page = app.page
    if page.locator("dialog[open]").count():
        page.evaluate("location.hash = location.hash.split('!')[0]")
        page.wait_for_selector("dialog[open]", state="detached")
    if callable(way):
        way(app)
    else:
        yesterday = (NOW - datetime.timedelta(days=1)).date().isoformat()
        app.go(way.format(yesterday=yesterday))
        page.wait_for_selector("dialog[open]" if "!" in way else "main")
    settle(page)


def settle(page):
    """Waits until it is loaded and drawn, and nothing moves."""
    page.wait_for_function("""() => !document.querySelector('[aria-busy=true], .spinner, [data-pressed]')
        && document.getAnimations().every(one => one.playState !== 'running' || one.effect.getComputedTiming().iterations === Infinity)""")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def furnish(family, count=4):
    """Adds data for every screen."""
    history.fill(family.anna, history.days(family.eva, count, NOW))
    ago = lambda minutes: history.wire(NOW - datetime.timedelta(minutes=minutes))
    anna, eva = family.anna, family.eva
    anna.put(eva, "note", ago(50), category="milestone", note="Laughed at the dog, twice, and then at the cat")
    family.ben.put(eva, "medicine", ago(120), name="Vitamin D", amount=1, unit="drop", intervalSeconds=86400)
    family.ben.put(eva, "temperature", ago(100), value=37.4, unit="celsius")
    anna.put(eva, "weight", ago(600), value=7.2, unit="kg")


def start_timers(family):
    ago = lambda minutes: history.wire(NOW - datetime.timedelta(minutes=minutes))
    family.anna.put(family.eva, "feeding", ago(7), method="breast", startedSide="left", timedSide="left", timedSince=ago(7))
    family.anna.put(family.eva, "sleep", ago(75))
