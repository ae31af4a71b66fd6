// Keeps the page's own files on the phone, so that it opens without a network, and shows what the server pushes. It is
// a classic script: not every phone has modules here.

/** @typedef {{kind?: string}} Message */

(() => {
  const page = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
  const version = '%VERSION%';
  const files = '%FILES%'.split(' ');
  const prefix = 'babybasics-';
  const shell = prefix + version;
  const own = caches.open(shell);

  page.addEventListener('install', (event) => event.waitUntil(install()));
  page.addEventListener('activate', (event) => event.waitUntil(activate()));
  page.addEventListener('fetch', (event) => {
    const answer = answerTo(event);
    if (answer) event.respondWith(answer);
  });
  page.addEventListener('message', (event) => {
    const message = /** @type {Message | null} */ (event.data);
    if (message?.kind === 'take-over') event.waitUntil(page.skipWaiting());
  });
  page.addEventListener('push', (event) => event.waitUntil(push(event)));
  page.addEventListener('notificationclick', (event) => event.waitUntil(open(event.notification)));

  async function install() {
    try {
      const cache = await own;
      // The document of another version would ask for files that are not here: then it is tried again later.
      const home = await fetch('/', {cache: 'no-store'});
      if (!home.ok || !(await home.clone().text()).includes(`/page/${version}/`)) {
        throw new Error(version);
      }
      await cache.put('/', home);
      await cache.addAll(files);
    } catch (error) {
      await caches.delete(shell);
      throw error;
    }
    const pages = await page.clients.matchAll({type: 'window', includeUncontrolled: true});
    if (pages.length === 0) await page.skipWaiting();
  }

  async function activate() {
    // In the order in which they came. The one before stays, for pages that are still open with it.
    const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== shell);
    for (const name of names.slice(0, -1)) await caches.delete(name);
    await page.clients.claim();
  }

  /**
   * @param {FetchEvent} event
   * @returns {Promise<Response> | null} null for anything but the page's files
   */
  function answerTo({request, waitUntil}) {
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== location.origin) return null;
    if (request.mode === 'navigate') return url.pathname === '/' ? home() : null;
    return url.pathname.startsWith('/page/') ? file(request) : null;
  }

  /** From the phone at once; whether there is a newer one, browsers find out behind it. */
  async function home() {
    return await (await own).match('/') ?? fetch('/');
  }

  /** @param {Request} request of a file whose name has its version */
  async function file(request) {
    const kept = await (await own).match(request.url);
    return kept ?? (await caches.match(request.url)) ?? fetch(request);
  }

  /**
   * Something has to be shown of every push, or the phone takes the permission away.
   * @param {PushEvent} event
   */
  async function push(event) {
    /** @type {{title?: unknown, body?: unknown, tag?: unknown, url?: unknown}} */
    let data = {};
    try {
      data = event.data?.json() ?? {};
    } catch {
      // Shown without words.
    }
    const text = (/** @type {unknown} */ value) =>
        (typeof value === 'string' ? value.slice(0, 500) : '');
    await tell({kind: 'wake'});
    const tag = text(data.tag);
    /** @type {NotificationOptions & {renotify: boolean}} */
    const options = {
      body: text(data.body),
      tag,
      // One that replaces a notification that is still shown would come without a sound.
      renotify: tag !== '',
      icon: files.find((name) => name.endsWith('/icons/icon-192.png')),
      data: {url: text(data.url)},
    };
    await page.registration.showNotification(text(data.title) || 'Baby Basics', options);
  }

  /** @param {Notification} notification */
  async function open(notification) {
    notification.close();
    const target = new URL(notification.data?.url || '/', location.origin);
    const url = target.origin === location.origin ? target.pathname + target.hash : '/';
    const [first] = await page.clients.matchAll({type: 'window', includeUncontrolled: true});
    if (first) {
      first.postMessage({kind: 'open', url});
      await first.focus();
    } else {
      await page.clients.openWindow(url);
    }
  }

  /** @param {Message} message */
  async function tell(message) {
    const pages = await page.clients.matchAll({type: 'window', includeUncontrolled: true});
    for (const client of pages) client.postMessage(message);
  }
})();
