"""The page as a person uses it. Only this file knows where its controls are."""

import contextlib
import pathlib
import re

from playwright.sync_api import Error, expect

from programs import PASSWORD, eventually

CHECKS = (pathlib.Path(__file__).parent / "checks.js").read_text()

# The contents of the phone's database, read independently of the page.
ROWS = """async (store) => {
  const connection = await new Promise((resolve, reject) => {
    const request = indexedDB.open('babybasics');
    request.onupgradeneeded = () => request.transaction.abort();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(null);
  });
  if (!connection || !connection.objectStoreNames.contains(store)) return [];
  try {
    return await new Promise((resolve, reject) => {
      const request = connection.transaction(store).objectStore(store).getAll();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } finally {
    connection.close();
  }
}"""

# The page's text for a press that has not reached the server.
SAVED = re.compile("Saved (here|on this phone)")


class Finger:
    """A finger on a phone's screen. While it is down, the driver sends the page nothing."""

    REST = 70  # ms

    def __init__(self, page):
        self.page, self.session = page, page.context.new_cdp_session(page)

    def down(self, locator):
        # A sheet slides up: a finger that aims before it has stopped would miss its target.
        locator.evaluate("one => Promise.allSettled((one.closest('.pulled')?.getAnimations() ?? []).map(({finished}) => finished))")
        box = locator.bounding_box()
        self.place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        self._tell("touchStart", self.place)

    def move(self, x, y):
        self.place = {"x": self.place["x"] + x, "y": self.place["y"] + y}
        self._tell("touchMove", self.place)

    def up(self):
        self._tell("touchEnd")

    def _tell(self, what, *points):
        self.session.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": points})

    def press(self, locator):
        self.down(locator)
        self.page.wait_for_timeout(self.REST)
        self.up()


# How often the page's script was fetched: the preload has to match the later request.
SCRIPTS = "performance.getEntriesByType('resource').filter(({name}) => name.endsWith('/app/main.js')).length"


class App:
    def __init__(self, page, address):
        self.page, self.address = page, address

    # Navigation

    def open(self, place=""):
        self.page.goto(self.address + "/" + (f"#{place}" if place else ""))
        return self

    def go(self, place):
        """Goes to another screen or sheet, as a link within the page does."""
        self.page.evaluate("place => { location.hash = place }", "#" + place)

    def wait_signed_in(self):
        self.page.wait_for_selector(".home .cards button.card, .home .cards div.card .since")
        return self

    def wait_signed_out(self):
        self.page.wait_for_selector("form.welcome input#password")
        return self

    def fill_sign_in(self, person, password=PASSWORD):
        self.page.fill("#email", person if isinstance(person, str) else person.email)
        self.page.fill("#password", password)
        self.page.click("form.welcome button[type=submit]")

    def sign_in(self, person, place=""):
        self.open(place)
        self.wait_signed_out()
        self.fill_sign_in(person)
        return self.wait_signed_in()

    def sign_out(self):
        self.go("/settings")
        self.page.get_by_role("button", name="Sign out").click()
        self.page.get_by_role("alertdialog").get_by_role("button", name="Sign out").click()
        return self.wait_signed_out()

    def wait_controlled(self):
        """Until the worker has everything, so that the next load needs no network."""
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        eventually("the worker has the page", lambda: self.page.evaluate("""async () => {
            for (const name of await caches.keys()) {
              if (await (await caches.open(name)).match('/')) return true;
            }
            return false;
        }"""))
        return self

    # Logging

    @property
    def sheet(self):
        return self.page.locator("dialog.sheet")

    def card(self, title):
        """A card of the dashboard."""
        return self.page.locator(".cards button.card", has=self.page.locator(".headline", has_text=re.compile(f"^{title}$")))

    def press(self, name):
        """Presses a button of the open sheet, and waits until the sheet is gone and the browser has gone back."""
        self.sheet.get_by_role("button", name=name, exact=True).first.click()
        expect(self.sheet).to_have_count(0)
        expect(self.page).not_to_have_url(re.compile("!"))

    def choose(self, name):
        """Chooses an option in the open sheet."""
        radio = self.page.get_by_role("radio", name=name, exact=True)
        self.sheet.locator("label", has=radio).click()
        expect(self.sheet.get_by_role("radio", name=name, exact=True)).to_be_checked()

    def log(self, card, button):
        self.card(card).click()
        self.press(button)

    def note(self, text, category=None):
        self.card("Note").click()
        if category:
            self.choose(category)
        self.sheet.locator("textarea#note").fill(text)
        self.press("Save")

    # Messages

    @property
    def banner(self):
        return self.page.locator(".banner")

    def said(self):
        """The banner's text, or an empty text."""
        with contextlib.suppress(Error):
            if self.banner.count():
                return self.banner.locator("p").first.inner_text(timeout=500)
        return ""

    def expect_banner(self, words):
        """words: a text or a pattern."""
        expect(self.banner.locator("p").first).to_contain_text(words)

    def rows(self, store):
        return self.page.evaluate(ROWS, store)

    def unsent(self):
        """Texts and kinds of the entries that have not reached the server."""
        return self.rows("outbox")

    def wait_sent(self):
        eventually(lambda: f"everything is sent: {[(row['state'], row.get('failure'), row['entry'].get('note')) for row in self.unsent()]}",
                   lambda: not self.unsent())

    # Checks

    def checks(self, name, *arguments):
        if not self.page.evaluate("'checks' in globalThis"):
            self.page.evaluate(CHECKS)
        return self.page.evaluate("([name, given]) => checks[name](...given)", [name, list(arguments)])
