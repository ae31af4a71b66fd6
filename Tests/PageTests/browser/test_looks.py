"""Every screen, in both modes and two palettes: pictures for reviewers, axe-core's rules, and our own rules."""

import re

from playwright.sync_api import Error, expect

import screens
from app import SAVED, SCRIPTS, App, Finger
from house import Skipped, scenario
from programs import PASSWORD, Failure, eventually

LOOKS = [("dark", "warm-nightlight"), ("light", "warm-nightlight"), ("dark", "ocean-calm"), ("light", "ocean-calm"),
         ("night", "warm-nightlight")]


def axe(page):
    """The findings of axe-core."""
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError as error:
        raise Skipped("there is no axe-playwright-python") from error
    results = Axe().run(page, options={"resultTypes": ["violations"]})
    return [f"axe: {one['id']} ({one['impact']}): {one['help']}: {'; '.join(str(node['target']) + ' ' + node['html'][:160] for node in one['nodes'][:4])}"
            for one in results.response["violations"]]


def ours(app):
    found = []
    for check in ("contrasts", "targets", "widths", "overlaps", "names"):
        found += [f"{check}: {finding}" for finding in app.checks(check)]
    return found


def set_look(family, app, mode, palette):
    family.anna.call("PATCH", "/v1/settings", {"home": "child", "childId": family.eva, "key": "theme.palette", "value": palette,
                                              "changedAt": screens.history.wire(screens.datetime.datetime.now(screens.datetime.timezone.utc))})
    root = "document.documentElement.dataset"
    eventually(f"the page is {palette}", lambda: app.page.evaluate(f"{root}.palette") == palette)
    app.page.emulate_media(color_scheme="light" if mode == "light" else "dark")
    app.page.evaluate("""night => {
      localStorage.setItem('theme', JSON.stringify({...JSON.parse(localStorage.getItem('theme') ?? '{}'), night}));
    }""", mode == "night")
    app.open().wait_signed_in()
    eventually(f"the page is {mode}", lambda: app.page.evaluate(f"{root}.mode === 'night'") == (mode == "night"))


@scenario("looks: every screen, axe-core's rules and our own")
def looks(house):
    family = house.family()
    screens.furnish(family)
    found = []
    phone = house.phone(reduced_motion="reduce")
    app = App(phone.page(), family.server.address).open().wait_signed_out()

    def look(name, way, mode, palette):
        try:
            screens.visit(app, way)
        except (Error, Failure) as error:
            found.append(f"{name}: cannot be reached: {str(error).splitlines()[0]}")
            return
        app.page.screenshot(path=house.options.screens / f"{name}-{mode}-{palette}.png")
        found.extend(f"{name} ({mode}, {palette}): {finding}" for finding in [*axe(app.page), *ours(app)])

    for mode in ("dark", "light"):
        app.page.emulate_media(color_scheme=mode)
        for name, way in screens.OUTSIDE.items():
            app.open().wait_signed_out()
            look(name, way, mode, "warm-nightlight")
    app.open().wait_signed_out()
    app.fill_sign_in(family.anna)
    app.wait_signed_in()
    shown = {}
    for number, (mode, palette) in enumerate(LOOKS[::3] if house.options.is_short else LOOKS):
        set_look(family, app, mode, palette)
        colours = app.page.evaluate(
            "['primary', 'background'].map(name => getComputedStyle(document.documentElement).getPropertyValue('--bb-' + name))")
        if other := shown.get(str(colours)):
            found.append(f"{mode} {palette} has the colours of {other}: {colours}")
        shown[str(colours)] = f"{mode} {palette}"
        # A short run checks all screens in the default appearance, and a few in the others.
        is_all = not number or not house.options.is_short
        for name, way in screens.INSIDE.items():
            if is_all or name in screens.FEW:
                look(name, way, mode, palette)
    screens.start_timers(family)
    for mode, palette in LOOKS[: 1 if house.options.is_short else 3]:
        set_look(family, app, mode, palette)
        app.page.locator(".timer").first.wait_for()
        look("home-running", "/", mode, palette)
        look("log-sleep-running", "/!log/sleep", mode, palette)
    report(house, found)


def report(house, found):
    if found:
        path = house.folder / "findings.txt"
        path.write_text("\n".join(found) + "\n")
        raise Failure(f"{len(found)} findings, in {path}:\n  " + "\n  ".join(dict.fromkeys(re.sub(r" \((dark|light|night), [a-z-]+\)", "", one) for one in found)))


@scenario("looks: offline, stale and refused")
def states(house):
    family = house.family()
    screens.furnish(family, 1)
    network = house.network(family.server)
    phone = house.phone(reduced_motion="reduce")
    app = App(phone.page(), network.address).sign_in(family.ben).wait_controlled()
    found = []

    def look(name):
        screens.settle(app.page)
        app.page.screenshot(path=house.options.screens / f"{name}-dark-warm-nightlight.png")
        found.extend(f"{name}: {finding}" for finding in [*axe(app.page), *ours(app)])

    phone.lose(network)
    app.log("Diaper", "Wet")
    app.expect_banner(SAVED)
    look("offline-saved")
    app.page.reload()
    app.wait_signed_in()
    # After one failed poll nothing is shown yet; the phone assumes that the network works, and polls again.
    stale = app.page.get_by_text("Showing last known data")
    eventually("it says that it is stale", lambda: app.page.evaluate("dispatchEvent(new Event('online'))") and stale.count(), every=0.5)
    look("offline-stale")
    app.go("/day")
    look("offline-day")
    family.anna.call("PATCH", f"/v1/children/{family.eva}/members/{family.ben.sign_in().user['id']}", {"role": "viewer"})
    phone.find(network)
    app.page.locator("[role=alert] .banner").wait_for()
    look("refused-day")
    app.go("/")
    look("refused-home")
    report(house, found)


@scenario("looks: a viewer, and an empty day", is_long=True)
def viewer(house):
    family = house.family()
    cleo = family.server.add_user("Cleo")
    family.anna.share(family.eva, cleo, "viewer")
    phone = house.phone(reduced_motion="reduce")
    app = App(phone.page(), family.server.address).sign_in(cleo)
    found = []
    for name, place in {"viewer-home": "/", "viewer-day": "/day", "viewer-settings": "/settings", "viewer-people": "/people"}.items():
        screens.visit(app, place)
        app.page.screenshot(path=house.options.screens / f"{name}-dark-warm-nightlight.png")
        found.extend(f"{name}: {finding}" for finding in [*axe(app.page), *ours(app)])
    assert app.page.locator("button.card").count() == 0
    dora = family.server.add_user("Dora")
    app = App(house.phone(reduced_motion="reduce").page(), family.server.address).open().wait_signed_out()
    app.fill_sign_in(dora)
    app.page.locator("form.welcome input#born").wait_for()
    screens.settle(app.page)
    app.page.screenshot(path=house.options.screens / "first-child-dark-warm-nightlight.png")
    found.extend(f"first-child: {finding}" for finding in [*axe(app.page), *ours(app)])
    app.page.fill("#name", "Mia")
    app.page.fill("#born", "2026-11-01")
    app.page.get_by_role("button", name="Add a child").click()
    app.wait_signed_in()
    report(house, found)


@scenario("looks: from 320 px to a tablet, and with text at 200 %, nothing is cut off and nothing scrolls sideways")
def sizes(house):
    family = house.family()
    screens.furnish(family)
    screens.start_timers(family)
    phone = house.phone(reduced_motion="reduce")
    app = App(phone.page(), family.server.address).sign_in(family.anna)
    names = screens.FEW if house.options.is_short else screens.INSIDE
    found = []
    session = phone.context.new_cdp_session(app.page)
    widths = ((320, 568, 16), (390, 844, 32), (768, 1024, 16), (430, 932, 16), (844, 390, 16), (1024, 1366, 16))
    for width, height, text in widths[: 3 if house.options.is_short else None]:
        app.page.set_viewport_size({"width": width, "height": height})
        session.send("Page.setFontSizes", {"fontSizes": {"standard": text, "fixed": text}})
        app.open().wait_signed_in()
        for name in names:
            try:
                screens.visit(app, screens.INSIDE[name])
            except (Error, Failure) as error:
                found.append(f"{name} ({width} px, text {text}): cannot be reached: {str(error).splitlines()[0]}")
                continue
            if width in (320, 768) or text == 32:
                app.page.screenshot(path=house.options.screens / f"{name}-{width}{'-large' if text > 16 else ''}.png")
            found += [f"{name} ({width} px, text {text}): {check}: {finding}" for check in ("widths", "overlaps", "targets") for finding in app.checks(check)]
    report(house, found)


# The controls under a banner: at the current scroll position, or with each scrolled into view.
UNDER = """isScrolled => {
  const banner = document.querySelector('.banner');
  return [...document.querySelectorAll('main :is(button, a, input, select, summary, li, p)')].filter(one => {
    if (isScrolled) one.scrollIntoView({block: 'nearest'});
    const [box, {top, bottom}] = [one.getBoundingClientRect(), banner.getBoundingClientRect()];
    return one.checkVisibility() && box.bottom > top + 1 && box.top < bottom - 1;
  }).map(one => (one.getAttribute('aria-label') ?? one.textContent).slice(0, 40));
}"""
# The scroll position, and the positions of all buttons on the screen.
PLACES = "() => [scrollY, ...[...document.querySelectorAll('main :is(button, a, input, select)')].map(one => Math.round(one.getBoundingClientRect().top))]"


@scenario("a banner covers nothing that can be pressed or read, and nothing moves when it disappears")
def banners(house):
    family = house.family()
    phone = house.phone(reduced_motion="reduce")
    app = App(phone.page(), family.server.address).sign_in(family.anna)
    finger = Finger(app.page)
    found = []
    for width, height in ((390, 844), (320, 568)):
        app.page.set_viewport_size({"width": width, "height": height})
        for place in ("/", "/day", "/people", "/settings"):
            app.open().wait_signed_in()
            app.go(place)
            app.page.wait_for_selector("main .cards" if place == "/" else "main header")
            app.go(f"{place}!log/diaper")
            app.press("Wet")
            app.banner.wait_for()
            screens.settle(app.page)
            if place == "/" and height == 844:
                found += [f"{place} ({width} px), at rest: {one}" for one in app.page.evaluate(UNDER, False)]
            app.page.screenshot(path=house.options.screens / f"banner-{place[1:] or 'home'}-{width}.png")
            found += [f"{place} ({width} px): {one}" for one in app.page.evaluate(UNDER, True)]
            app.page.evaluate("scrollTo(0, document.body.scrollHeight)")
            before = app.page.evaluate(PLACES)
            finger.press(app.banner.get_by_role("button", name="Dismiss"))
            expect(app.banner).to_have_count(0)
            screens.settle(app.page)
            if (after := app.page.evaluate(PLACES)) != before:
                found.append(f"{place} ({width} px) moves: {before} becomes {after}")
        # Also with more entries on each screen.
        screens.furnish(family, 2)
    assert not phone.errors, phone.errors
    report(house, found)


@scenario("one hand: the buttons for logging are in the lower two thirds")
def reach(house):
    family = house.family()
    screens.furnish(family, 2)
    app = App(house.phone(reduced_motion="reduce").page(), family.server.address).sign_in(family.anna)
    found = []
    places = {"home": ("/", "button.card")} | {
        f"log-{kind}": (f"/!log/{kind}", "dialog.sheet .body button")
        for kind in ("feeding", "diaper", "sleep", "tummy", "note", "nursing", "temperature")}
    for height in (844, 667):
        app.page.set_viewport_size({"width": 390 if height == 844 else 375, "height": height})
        for name, (place, selector) in places.items():
            screens.visit(app, place)
            found += [f"{name} ({height} px): {finding}" for finding in app.checks("reach", selector)]
    report(house, found)


@scenario("a button shows the finger on it, until the finger is lifted or scrolls")
def touches(house):
    family = house.family()
    phone = house.phone(family.server)
    app = App(phone.page(), family.server.address).sign_in(family.anna)
    finger = Finger(app.page)
    pressed = app.page.locator("[data-pressed]")
    finger.down(app.card("Diaper"))
    expect(pressed).to_have_count(1)
    expect(pressed).to_contain_text("Diaper")
    expect(pressed).to_have_css("scale", "0.97")
    finger.up()
    expect(app.sheet).to_have_count(1)
    expect(pressed).to_have_count(0)
    finger.down(app.sheet.get_by_role("button", name="Wet", exact=True))
    expect(pressed).to_have_css("scale", "0.97")
    finger.move(0, 60)
    expect(pressed).to_have_count(0)
    finger.up()
    expect(app.sheet).to_have_count(1)
    finger.press(app.sheet.get_by_role("button", name="Wet", exact=True))
    expect(app.sheet).to_have_count(0)
    expect(app.banner).to_contain_text("Logged")


@scenario("keyboard alone: signing in, logging a feed, undoing; the focus is always visible")
def keyboard(house):
    family = house.family()
    phone = house.phone(is_mobile=False, has_touch=False, reduced_motion="reduce")
    app = App(phone.page(), family.server.address).open().wait_signed_out()
    assert app.page.evaluate(SCRIPTS) == 1, "the script is fetched twice"
    keys = app.page.keyboard
    unseen = []

    def tab_to(words, key="Tab", most=60):
        """Presses Tab until the focused element has this text."""
        for _ in range(most):
            keys.press(key)
            focus = app.checks("focus")
            if not focus:
                continue
            if not focus["isShown"]:
                unseen.append(focus["name"])
            if re.search(words, focus["words"]) or re.search(words, focus["name"]):
                return focus
        raise Failure(f"Tab does not get to {words}")

    tab_to("#email")
    keys.type(family.anna.email)
    tab_to("#password")
    keys.type(PASSWORD)
    keys.press("Enter")
    app.wait_signed_in()
    tab_to(r"Log\. Feed")
    keys.press("Enter")
    expect(app.sheet).to_have_count(1)
    tab_to("^Left")
    keys.press("Enter")
    expect(app.sheet).to_have_count(0)
    eventually("the focus is back on the card of the feed",
               lambda: "Feed" in (app.checks("focus") or {"words": ""})["words"])
    eventually("the feed is there", lambda: [one["kind"] for one in family.entries()] == ["feeding"])
    # Escape closes a sheet, and the focus returns.
    tab_to(r"Log\. Diaper")
    keys.press("Enter")
    expect(app.sheet).to_have_count(1)
    keys.press("Escape")
    expect(app.sheet).to_have_count(0)
    eventually("the focus is back on the card", lambda: "Diaper" in (app.checks("focus") or {"words": ""})["words"])
    # When a sheet that replaced another one closes, the focus returns to where the first was opened.
    more = tab_to("More…")
    keys.press("Enter")
    expect(app.sheet).to_contain_text("Temperature")
    tab_to("^Temperature$")
    keys.press("Enter")
    expect(app.sheet).to_contain_text("When")
    # The screen under a sheet cannot be focused.
    for _ in range(30):
        keys.press("Tab")
        if app.page.evaluate("document.querySelector('#page').contains(document.activeElement)"):
            raise Failure("Tab leads under the sheet")
    keys.press("Escape")
    expect(app.sheet).to_have_count(0)
    eventually("the focus is back on what opened the first", lambda: app.checks("focus") == more)
    tab_to("^Undo$", "Shift+Tab")
    keys.press("Enter")
    eventually("it is undone", lambda: family.entries() == [])
    # On another screen the title has the focus, so that it is read aloud, even after a sheet that led there.
    tab_to("^Child profile", "Shift+Tab")
    keys.press("Enter")
    tab_to("^Settings$")
    keys.press("Enter")
    expect(app.page.locator("h1:focus")).to_have_text("Settings")
    screens.visit(app, "/")
    # Every control of the main screens.
    for place in ("/", "/day", "/settings", "/people", "/!log/feeding", "/!log/note"):
        screens.visit(app, place)
        for _ in range(40):
            keys.press("Tab")
            focus = app.checks("focus")
            if focus and not focus["isShown"]:
                unseen.append(f"{place}: {focus['name']}")
    if unseen:
        raise Failure(f"the focus is not seen on {sorted(set(unseen))}")
