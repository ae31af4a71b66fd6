"""How fast the page is on a slow phone with a slow network: a benchmark, run on request (`page-tests speed`).

Milliseconds are those of the machine and of the hour. So each is told as a ratio to a bare page of the same size, which is
measured in the same run."""

import datetime
import http.server
import itertools
import json
import ssl
import statistics
import threading

import history
import screens
from app import App, Finger
from house import scenario
from programs import eventually

CPU = 4  # times slower
# WebPageTest's slow 3G: 400 ms from each request to its answer, 400 kbit/s both ways.
NETWORK = {"offline": False, "latency": 400, "downloadThroughput": 400_000 / 8, "uploadThroughput": 400_000 / 8,
           "connectionType": "cellular3g"}
# The driver's requests cost the page time, so it sends none while a press is measured.
QUIET = 400  # ms
HEAD = ("what", "runs", "least", "mean", "most")

# When something can first be used: it is in the document, and a frame with it was drawn. Checking every frame would
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

# From the moment the finger is lifted, which makes it a press, to the frame in which the page
# confirms it, without the sheet over it.
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


# The lower bound on this machine: a page with one button that stores one record when pressed, and confirms it.
BARE_DOCUMENT = """<!doctype html><meta name="viewport" content="width=device-width"><body><script type="module" src="/bare.js">
</script>"""
BARE_SCRIPT = """
window.presses = [];
const opening = indexedDB.open('bare', 1);
opening.onupgradeneeded = () => opening.result.createObjectStore('records', {autoIncrement: true});
opening.onsuccess = () => { window.isReady = true; };
document.body.innerHTML = '<button>Press</button><p></p>';
document.querySelector('button').onclick = ({timeStamp}) => {
  const transaction = opening.result.transaction('records', 'readwrite', {durability: 'strict'});
  transaction.objectStore('records').put({timeStamp});
  transaction.oncomplete = () => {
    document.querySelector('p').textContent = `Saved ${presses.length}`;
    requestAnimationFrame(() => { const channel = new MessageChannel(); channel.port1.onmessage = () => { presses.push(performance.now() - timeStamp); }; channel.port2.postMessage(0); });
  };
};
// Behind what is measured, as it is with the page.
setTimeout(() => navigator.serviceWorker.register('/worker.js'), 1000);
//"""
BARE_WORKER = """
addEventListener('install', (event) => event.waitUntil(caches.open('bare').then((cache) => cache.addAll(['/', '/bare.js']))));
addEventListener('fetch', (event) => event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request))));
"""


class BareServer:
    """Serves the bare page over TLS, with a given size."""

    def __init__(self, certificate, size):
        files = {"/": ("text/html", BARE_DOCUMENT),
                 "/bare.js": ("text/javascript", BARE_SCRIPT.ljust(size - len(BARE_DOCUMENT), "x")),
                 "/worker.js": ("text/javascript", BARE_WORKER)}

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                kind, text = files.get(self.path, ("text/plain", ""))
                self.send_response(200 if self.path in files else 404)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text.encode())

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate.file, certificate.key)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.address = f"https://localhost:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def slow(context, page, network=True):
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": CPU})
    session.send("Network.enable")
    if network:
        session.send("Network.emulateNetworkConditions", NETWORK)
    return session


def load(phone, address, selector, patience=3):
    """Milliseconds from the navigation to use, in a new page that is left alone for a number of seconds."""
    page = phone.context.new_page()
    session = slow(phone.context, page)
    page.add_init_script(USABLE % json.dumps(selector))
    page.goto(address + "/", wait_until="commit")
    # For any request, Playwright injects its own script into the page, which takes 30 ms.
    page.wait_for_timeout(patience * 1000)
    page.wait_for_function("() => window.usableAt")
    took = page.evaluate("window.usableAt")
    size = page.evaluate("""['navigation', 'resource'].flatMap(type => performance.getEntriesByType(type))
        .filter(one => one.responseEnd <= usableAt).reduce((sum, one) => sum + one.transferSize, 0)""")
    session.detach()
    page.close()
    return took, size


class Bench:
    def __init__(self, house):
        self.house, self.ratios = house, {}

    def tell(self, what, pairs):
        """Pairs of milliseconds: of the page, and of the bare page right after it."""
        values, bare = map(statistics.median, zip(*pairs))
        self.ratios[what] = values / bare
        print(f"  {what}: {values / bare:.2f} times a bare page ({values:.0f} ms, {bare:.0f} ms)", flush=True)

    def close(self):
        """Adds this run to the tally."""
        if self.house.options.is_unlisted:
            return
        tally = self.house.options.tally / "speed"
        lines = tally.read_text().splitlines()[1:] if tally.exists() else []
        rows = {what: list(map(float, numbers)) for what, *numbers in (line.split("\t") for line in lines)}
        for what, ratio in self.ratios.items():
            runs, least, mean, most = rows.get(what, (0, ratio, ratio, ratio))
            rows[what] = [runs + 1, min(least, ratio), (mean * runs + ratio) / (runs + 1), max(most, ratio)]
        text = ["\t".join(HEAD)] + [f"{what}\t{runs:.0f}\t{least:.3f}\t{mean:.3f}\t{most:.3f}"
                                    for what, (runs, least, mean, most) in rows.items()]
        tally.write_text("\n".join(text) + "\n")


def presses(app):
    """Endless: milliseconds of each press on the page."""
    page, finger = app.page, Finger(app.page)
    page.evaluate(PRESS)
    slow(page.context, page, network=False)
    for number in itertools.count():
        finger.press(app.card("Diaper"))
        button = app.sheet.get_by_role("button", name=("Wet", "Dirty")[number % 2], exact=True)
        button.wait_for()
        page.wait_for_timeout(QUIET)
        finger.press(button)
        page.wait_for_timeout(QUIET)
        eventually("the press was confirmed", lambda: page.evaluate("presses.length") > number)
        finger.press(app.banner.get_by_role("button", name="Dismiss"))
        page.wait_for_timeout(QUIET)
        yield page.evaluate("presses")[number]


def bare_presses(phone, address):
    """Endless: milliseconds of each press on the bare page."""
    page = phone.context.new_page()
    page.goto(address + "/")
    page.wait_for_function("window.isReady")
    # Later loads come from the worker.
    eventually("the worker has the page", lambda: page.evaluate("caches.match('/bare.js').then(Boolean)"))
    finger = Finger(page)
    slow(phone.context, page, network=False)
    for number in itertools.count():
        page.wait_for_timeout(QUIET)
        finger.press(page.locator("button"))
        page.wait_for_timeout(QUIET)
        eventually("the press was confirmed", lambda: page.evaluate("presses.length") > number)
        # The first ones compile it.
        if number >= 5:
            yield page.evaluate("presses")[number]


def first_load(house, server, selector, address=None):
    """Milliseconds until a phone without stored data shows the page."""
    phone = house.phone(server)
    took, _ = load(phone, address or server.address, selector)
    phone.close()
    return took


@scenario("speed: first load, later loads and presses against a bare page, with and without a year of entries",
          is_asked_for=True)
def speed(house):
    bench = Bench(house)
    family = house.family(is_secure=True)
    server = family.server
    # Old enough for a year of entries.
    born = (screens.NOW - datetime.timedelta(days=400)).date().isoformat()
    family.anna.call("PATCH", f"/v1/children/{family.eva}", {"born": born})
    times = 3 if house.options.is_short else 7
    phone = house.phone(server)
    size = load(phone, server.address, SIGN_IN)[1]
    phone.close()
    print(f"  {size} bytes until somebody can sign in", flush=True)
    bare = BareServer(server.certificate, size)
    house.ends.callback(bare.close)
    # Alternating, so that other load on the machine affects both.
    first = [(first_load(house, server, SIGN_IN), first_load(house, server, "button", bare.address))
             for _ in range(times)]
    bench.tell("first load", first)
    bare_phone = house.phone(server)

    for year in (False, True):
        what = ", with a year of entries" if year else ""
        if year:
            count = history.fill(family.anna, history.days(family.eva, 365, screens.NOW))
            print(f"  {count} entries", flush=True)
        else:
            screens.furnish(family, 2)
        signed_in = []
        for _ in range(times):
            # A session, and no other stored data.
            phone = house.phone(server)
            app = App(phone.page(), server.address).sign_in(family.anna)
            session = phone.context.new_cdp_session(app.page)
            app.page.goto("about:blank")
            session.send("Network.enable")
            session.send("Network.clearBrowserCache")
            session.send("Storage.clearDataForOrigin", {
                "origin": server.address,
                "storageTypes": "indexeddb,cache_storage,service_workers,local_storage"})
            took, _ = load(phone, server.address, DASHBOARD)
            phone.close()
            signed_in.append((took, first_load(house, server, "button", bare.address)))
        bench.tell("first load, signed in" + what, signed_in)
        phone = house.phone(server)
        app = App(phone.page(), server.address).sign_in(family.anna).wait_controlled()
        app.go("/day")
        app.page.wait_for_selector("ul.entries li")
        if year:
            keep_all(app, family)
        app.open().wait_signed_in()
        bare_pressing = bare_presses(bare_phone, bare.address)
        next(bare_pressing)
        later = [(load(phone, server.address, DASHBOARD, patience=1)[0],
                  load(bare_phone, bare.address, "button", patience=1)[0]) for _ in range(times)]
        bench.tell("later load" + what, later)
        pressing = presses(app)
        bench.tell("press" + what, [(next(pressing), next(bare_pressing)) for _ in range(2 * times)])
        phone.close()
    bench.close()


def keep_all(app, family):
    """Stores the whole year on the phone, even more than the page itself would keep."""
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
