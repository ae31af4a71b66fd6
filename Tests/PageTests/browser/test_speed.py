"""How fast the page is on a slow phone with a slow network: a benchmark, run when it is asked for (`page-tests speed`)."""

import datetime
import json
import platform
import statistics

import history
import screens
from app import App, Finger
from house import scenario
from programs import Failure, eventually

CPU = 4  # times slower
# What WebPageTest calls slow 3G: 400 ms from each request to its answer, 400 kbit/s both ways.
NETWORK = {"offline": False, "latency": 400, "downloadThroughput": 400_000 / 8, "uploadThroughput": 400_000 / 8,
           "connectionType": "cellular3g"}
# What the driver asks the page takes its time there, so that it asks nothing while a press is measured.
QUIET = 400  # ms
LIMITS = {"first load": 2000, "first load, signed in": 2000, "later load": 300, "press": 50}
HEAD = ("date", "machine", "what", "median ms", "most ms", "limit ms")

# When something can first be used: it is in the document, and a frame with it was drawn. To look at each frame would
# make each take longer.
USABLE = """(() => {
  const selector = %s;
  new MutationObserver((_, observer) => {
    if (!document.querySelector(selector)) return;
    observer.disconnect();
    requestAnimationFrame(() => { const channel = new MessageChannel(); channel.port1.onmessage = () => { window.usableAt ??= performance.now(); }; channel.port2.postMessage(0); });
  }).observe(document, {subtree: true, childList: true});
})()"""
SIGN_IN = "form.welcome #password"
DASHBOARD = ".home .cards button.card .since"

# From the moment in which the finger is lifted, before which nobody knows that it is a press, to the frame in which the page
# says that it is kept, without the sheet over it.
PRESS = """() => {
  window.presses = [];
  let begun = 0;
  addEventListener('click', (event) => { if (event.target.closest('dialog.sheet .body button')) begun = event.timeStamp; }, true);
  new MutationObserver(() => {
    if (!begun || document.querySelector('dialog.sheet')) return;
    if (!/Logged|Saved/.test(document.querySelector('.banner')?.textContent)) return;
    const from = begun;
    begun = 0;
    requestAnimationFrame(() => { const channel = new MessageChannel(); channel.port1.onmessage = () => { window.presses.push(performance.now() - from); }; channel.port2.postMessage(0); });
  }).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""


# The least that a press can take here: a page with one button keeps one record and says so.
BARE = """<!doctype html><meta name="viewport" content="width=device-width"><button>Press</button><p></p><script>
window.presses = [];
const opening = indexedDB.open('bare', 1);
opening.onupgradeneeded = () => opening.result.createObjectStore('records', {autoIncrement: true});
opening.onsuccess = () => { window.isReady = true; };
document.querySelector('button').onclick = ({timeStamp}) => {
  const transaction = opening.result.transaction('records', 'readwrite', {durability: 'strict'});
  transaction.objectStore('records').put({timeStamp});
  transaction.oncomplete = () => {
    document.querySelector('p').textContent = `Saved ${presses.length}`;
    requestAnimationFrame(() => { const channel = new MessageChannel(); channel.port1.onmessage = () => { presses.push(performance.now() - timeStamp); }; channel.port2.postMessage(0); });
  };
};
</script>"""


def slow(context, page, network=True):
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": CPU})
    session.send("Network.enable")
    if network:
        session.send("Network.emulateNetworkConditions", NETWORK)
    return session


def load(phone, address, selector, patience=3):
    """Milliseconds from the navigation to use, in a new page that is left alone for so many seconds."""
    page = phone.context.new_page()
    session = slow(phone.context, page)
    page.add_init_script(USABLE % json.dumps(selector))
    page.goto(address + "/", wait_until="commit")
    # To ask the page anything has Playwright put a script of its own into it, which takes 30 ms there.
    page.wait_for_timeout(patience * 1000)
    page.wait_for_function("() => window.usableAt", timeout=60_000)
    took = page.evaluate("window.usableAt")
    loaded = page.evaluate("performance.getEntriesByType('resource').map(one => [new URL(one.name).pathname.split('/').slice(3).join('/'), Math.round(one.startTime), Math.round(one.responseEnd), one.transferSize])")
    session.detach()
    page.close()
    return took, loaded


class Bench:
    def __init__(self, house):
        self.house, self.rows, self.failures = house, [], []

    def tell(self, what, values, limit=None):
        median, most = statistics.median(values), max(values)
        print(f"  {what}: {median:.0f} ms, at most {most:.0f} (limit {limit or 'none'}), {len(values)} times", flush=True)
        self.rows.append((datetime.date.today().isoformat(), platform.machine(), what, f"{median:.0f}", f"{most:.0f}", limit or "-"))
        if limit and median > limit:
            self.failures.append(f"{what}: {median:.0f} ms instead of {limit}")

    def close(self):
        if not self.house.options.is_unlisted:
            tally = self.house.options.tally / "speed"
            lines = tally.read_text().splitlines() if tally.exists() else ["\t".join(HEAD)]
            tally.write_text("\n".join(lines + ["\t".join(map(str, row)) for row in self.rows]) + "\n")
        if self.failures:
            raise Failure("; ".join(self.failures))


def press(app, times):
    """Milliseconds of each press."""
    page, finger = app.page, Finger(app.page)
    page.evaluate(PRESS)
    session = slow(page.context, page, network=False)
    for number in range(times):
        finger.press(app.card("Diaper"))
        button = app.sheet.get_by_role("button", name=("Wet", "Dirty")[number % 2], exact=True)
        button.wait_for()
        page.wait_for_timeout(QUIET)
        finger.press(button)
        page.wait_for_timeout(QUIET)
        eventually("the press was confirmed", lambda: page.evaluate("presses.length") > number, within=10)
        finger.press(app.banner.get_by_role("button", name="Dismiss"))
        page.wait_for_timeout(QUIET)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return page.evaluate("presses")


def bare_press(house, server, times):
    """Milliseconds of each press on a page that does nothing else."""
    phone = house.phone(server)
    page = phone.page()
    page.route("**/bare", lambda route: route.fulfill(body=BARE, content_type="text/html"))
    page.goto(server.address + "/bare")
    page.wait_for_function("window.isReady")
    finger = Finger(page)
    slow(phone.context, page, network=False)
    for number in range(times + 5):
        page.wait_for_timeout(QUIET)
        finger.press(page.locator("button"))
        page.wait_for_timeout(QUIET)
        eventually("the press was confirmed", lambda: page.evaluate("presses.length") > number, within=10)
    presses = page.evaluate("presses")
    phone.close()
    # The first ones compile it.
    return presses[5:]


@scenario("speed: first load, later loads and presses, with and without a year of entries", is_asked_for=True)
def speed(house):
    bench = Bench(house)
    family = house.family(is_secure=True)
    # Old enough for a year of entries.
    born = (screens.NOW - datetime.timedelta(days=400)).date().isoformat()
    family.anna.call("PATCH", f"/v1/children/{family.eva}", {"born": born})
    times = 3 if house.options.is_short else 7
    first = []
    for _ in range(times):
        phone = house.phone(family.server)
        took, loaded = load(phone, family.server.address, SIGN_IN)
        first.append(took)
        phone.close()
    bench.tell("first load", first, LIMITS["first load"])
    bench.tell("press on a page with nothing else", bare_press(house, family.server, 3 * times))
    for one in loaded:
        print("    ", *one, flush=True)

    for year in (False, True):
        what = ", with a year of entries" if year else ""
        if year:
            count = history.fill(family.anna, history.days(family.eva, 365, screens.NOW))
            print(f"  {count} entries", flush=True)
        else:
            screens.furnish(family, 2)
        signed = []
        for _ in range(times):
            # A session, and nothing else that is kept.
            phone = house.phone(family.server)
            app = App(phone.page(), family.server.address).sign_in(family.anna)
            session = phone.context.new_cdp_session(app.page)
            app.page.goto("about:blank")
            session.send("Network.enable")
            session.send("Network.clearBrowserCache")
            session.send("Storage.clearDataForOrigin", {
                "origin": family.server.address,
                "storageTypes": "indexeddb,cache_storage,service_workers,local_storage"})
            signed.append(load(phone, family.server.address, DASHBOARD)[0])
            phone.close()
        bench.tell("first load, signed in" + what, signed, LIMITS["first load, signed in"])
        phone = house.phone(family.server)
        app = App(phone.page(), family.server.address).sign_in(family.anna).wait_controlled()
        app.go("/day")
        app.page.wait_for_selector("ul.entries li")
        if year:
            keep_all(app, family)
        app.open().wait_signed_in()
        later = [load(phone, family.server.address, DASHBOARD, patience=1)[0] for _ in range(times)]
        bench.tell("later load" + what, later, LIMITS["later load"])
        bench.tell("press" + what, press(app, 2 * times), LIMITS["press"])
        phone.close()
    bench.close()


def keep_all(app, family):
    """Has the phone know the whole year, whatever the page itself would keep."""
    entries = family.entries()
    app.page.evaluate("""async (entries) => {
      const connection = await new Promise((resolve, reject) => {
        const request = indexedDB.open('babybasics');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      await new Promise((resolve, reject) => {
        const transaction = connection.transaction('entries', 'readwrite');
        for (const entry of entries) transaction.objectStore('entries').put(entry);
        transaction.oncomplete = resolve;
        transaction.onerror = () => reject(transaction.error);
      });
      connection.close();
    }""", entries)
    print(f"  {len(app.rows('entries'))} entries on the phone", flush=True)
