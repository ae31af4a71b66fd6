import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import vm from 'node:vm';

const source = readFileSync(new URL('../../../Sources/BabyServer/Web/worker.js', import.meta.url), 'utf8');
const origin = 'https://baby.example';

/** A browser's shared parts for all workers of a page: caches, windows, and a network. */
class Browser {
  caches = new Map();
  windows = [];
  shown = [];
  network = true;
  version = 'v1';
  asked = [];
  registrations = 1;

  fetch = async (request) => {
    const path = new URL(typeof request === 'string' ? request : request.url, origin).pathname;
    this.asked.push(path);
    if (!this.network) throw new TypeError('Failed to fetch');
    if (path === '/') return new Response(`<script src="/page/${this.version}/app/main.js">`);
    return new Response(path);
  };

  start(version = this.version) {
    const listeners = new Map();
    const browser = this;
    const open = async (name) => {
      if (!browser.caches.has(name)) browser.caches.set(name, new Map());
      const cache = browser.caches.get(name);
      return {
        match: async (path) => cache.get(new URL(path, origin).pathname)?.clone(),
        put: async (path, response) => void cache.set(new URL(path, origin).pathname, response),
        addAll: async (paths) => {
          for (const path of paths) cache.set(path, await browser.fetch(path));
        },
      };
    };
    const self = {
      addEventListener: (type, body) => listeners.set(type, body),
      skipWaiting: async () => worker.hasSkipped = true,
      clients: {
        matchAll: async () => browser.windows,
        claim: async () => {},
        openWindow: async (url) => browser.windows.push(new Window(url)),
      },
      registration: {
        update: async () => browser.asked.push('update'),
        unregister: async () => browser.registrations--,
        showNotification: async (title, options) => browser.shown.push({title, ...options}),
      },
    };
    const worker = {
      hasSkipped: false,
      async dispatch(type, event = {}) {
        let work = null;
        listeners.get(type)({...event, waitUntil: (promise) => work = promise, respondWith: (promise) => work = promise});
        return work;
      },
      request: (path, mode = 'cors', method = 'GET') =>
          worker.dispatch('fetch', {request: {url: new URL(path, origin).href, mode, method}}),
    };
    const files = [`/page/${version}/app/main.js`, `/page/${version}/icons/icon-192.png`];
    vm.runInNewContext(source.replace('%VERSION%', version).replace('%FILES%', files.join(' ')), {
      self,
      location: {origin},
      fetch: browser.fetch,
      Response,
      URL,
      caches: {
        open,
        keys: async () => [...browser.caches.keys()],
        delete: async (name) => browser.caches.delete(name),
        match: async (path) => {
          for (const cache of browser.caches.values()) {
            const found = cache.get(new URL(path, origin).pathname);
            if (found) return found.clone();
          }
        },
      },
    });
    return worker;
  }

  async install(version) {
    this.version = version;
    const worker = this.start(version);
    await worker.dispatch('install');
    await worker.dispatch('activate');
    return worker;
  }
}

class Window {
  messages = [];
  constructor(url) {
    this.url = url;
  }
  postMessage = (message) => this.messages.push({...message});
  focus = async () => this.isFocused = true;
}

test('the page opens without a network, and leaves the check for a newer version to the browser', async () => {
  const browser = new Browser();
  const worker = await browser.install('v1');
  browser.network = false;
  browser.asked = [];
  assert.match(await (await worker.request('/', 'navigate')).text(), /v1/);
  assert.equal(await (await worker.request('/page/v1/app/main.js')).text(), '/page/v1/app/main.js');
  assert.deepEqual(browser.asked, []);
});

test('the worker caches nothing of the log, and answers no other requests', async () => {
  const worker = await new Browser().install('v1');
  for (const path of ['/v1/changes', '/v1/children/c/dashboard', '/healthz', '/trust', 'https://elsewhere.example/page/v1/x']) {
    assert.equal(await worker.request(path), null, path);
  }
  assert.equal(await worker.request('/page/v1/app/main.js', 'cors', 'POST'), null);
  assert.equal(await worker.request('/trust', 'navigate'), null);
});

test('the last two shells are kept', async () => {
  const browser = new Browser();
  for (const version of ['v1', 'v2', 'v3']) await browser.install(version);
  browser.caches.set('another site\'s', new Map());
  const worker = await browser.install('v4');
  assert.deepEqual([...browser.caches.keys()], ['babybasics-v3', 'another site\'s', 'babybasics-v4']);
  browser.network = false;
  assert.equal(await (await worker.request('/page/v3/app/main.js')).text(), '/page/v3/app/main.js');
  assert.match(await (await worker.request('/', 'navigate')).text(), /v4/);
});

test('a worker with another version\'s document is not used', async () => {
  const browser = new Browser();
  browser.version = 'v2';
  await assert.rejects(browser.start('v1').dispatch('install'));
  assert.equal(browser.caches.size, 0);
});

test('a new version waits until the page allows it or no page is open', async () => {
  const browser = new Browser();
  assert.equal((await browser.install('v1')).hasSkipped, true);
  browser.windows.push(new Window('/'));
  const worker = browser.start('v1');
  await worker.dispatch('install');
  assert.equal(worker.hasSkipped, false);
  await worker.dispatch('message', {data: null});
  assert.equal(worker.hasSkipped, false);
  await worker.dispatch('message', {data: {kind: 'take-over'}});
  assert.equal(worker.hasSkipped, true);
});

test('every push is shown, whatever it contains, and wakes the pages', async () => {
  const browser = new Browser();
  const worker = await browser.install('v1');
  browser.windows.push(new Window('/'));
  const push = (json) => worker.dispatch('push', {data: json && {json}});
  await push(() => ({title: 'Next feed', body: 'due', tag: 'r1', url: '/#/home/eva'}));
  await push(() => JSON.parse('{'));
  await push(null);
  await push(() => ({title: 5, body: 'x'.repeat(9999)}));
  assert.deepEqual(browser.shown.map(({title}) => title), ['Next feed', 'Baby Basics', 'Baby Basics', 'Baby Basics']);
  assert.deepEqual([browser.shown[0].tag, browser.shown[0].icon], ['r1', '/page/v1/icons/icon-192.png']);
  assert.deepEqual([browser.shown[0].body, {...browser.shown[0].data}], ['due', {url: '/#/home/eva'}]);
  // A browser throws for a notification with `renotify` but without a tag.
  assert.deepEqual(browser.shown.map(({tag, renotify}) => [tag, renotify]), [['r1', true], ['', false], ['', false], ['', false]]);
  assert.equal(browser.shown[3].body.length, 500);
  assert.equal(browser.windows[0].messages.length, 4);
});

test('a notification opens only this page', async () => {
  const browser = new Browser();
  const worker = await browser.install('v1');
  const click = (url) => worker.dispatch('notificationclick', {notification: {data: {url}, close: () => {}}});
  await click('https://evil.example/');
  assert.equal(browser.windows[0].url, '/');
  await click('/#/home/eva');
  assert.deepEqual(browser.windows[0].messages, [{kind: 'open', url: '/#/home/eva'}]);
  assert.equal(browser.windows[0].isFocused, true);
});
