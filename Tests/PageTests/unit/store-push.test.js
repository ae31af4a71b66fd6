// A phone's push subscription with its browser's service, and the requests to the family server for it.

import assert from 'node:assert/strict';
import {beforeEach, test} from 'node:test';

import {Api} from '../../../Sources/BabyServer/Web/app/store/api.js';
import {Push} from '../../../Sources/BabyServer/Web/app/store/push.js';
import {FakeClock} from './support/clock.js';

const json = (status, body) => new Response(JSON.stringify(body), {status, headers: {'Content-Type': 'application/json'}});
const bytes = (length, first) => Uint8Array.from({length}, (_, index) => (index ? 255 - index : first)).buffer;
const base64 = (buffer) => Buffer.from(buffer).toString('base64url');

/** A browser's subscriptions, one at a time. */
class Manager {
  own = null;
  count = 0;
  getSubscription = async () => this.own;

  async subscribe({userVisibleOnly, applicationServerKey}) {
    assert.equal(userVisibleOnly, true);
    if (Notification.permission !== 'granted') throw new Error('NotAllowedError');
    const keys = {p256dh: bytes(65, 4), auth: bytes(16, 9)};
    return this.own = {
      endpoint: `https://web.push.apple.com/${++this.count}`,
      options: {applicationServerKey: new Uint8Array(Buffer.from(applicationServerKey, 'base64url')).buffer},
      getKey: (name) => keys[name],
      unsubscribe: async () => (this.own = null),
    };
  }
}

/** The server's record of this phone's session; answers as BabyServerTests/PushSubscriptionTests expects. */
class Server {
  key = base64(bytes(65, 4));
  kept = null;
  asked = [];

  fetch = async (path, {method, body}) => {
    this.asked.push(`${method} ${path}`);
    if (path === '/v1/push') return json(200, {key: this.key});
    assert.equal(path, '/v1/push/subscription');
    if (method === 'PUT') {
      const {p256dh, auth, ...kept} = JSON.parse(body);
      assert.deepEqual([p256dh, auth], [base64(bytes(65, 4)), base64(bytes(16, 9))]);
      return json(200, this.kept = kept);
    }
    if (method === 'DELETE') {
      this.kept = null;
      return new Response(null, {status: 204});
    }
    return this.kept ? json(200, this.kept) : json(404, {error: {code: 'not_found', message: 'No.', details: []}});
  };
}

let manager;
let server;
let push;
const preferences = {reminders: true, timers: false, others: true, names: false};

beforeEach(() => {
  Object.assign(globalThis, {Notification: {permission: 'granted'}});
  [manager, server] = [new Manager(), new Server()];
  push = new Push({api: new Api({fetch: server.fetch, clock: new FakeClock()}), worker: async () => ({pushManager: manager})});
});

test('a subscription contains the phone\'s keys and its preferences, and nothing else', async () => {
  assert.deepEqual(await push.state(), {permission: 'granted', isPossible: true, isSubscribed: false, subscription: null});
  await push.subscribe(preferences);
  assert.deepEqual(server.kept, {endpoint: 'https://web.push.apple.com/1', ...preferences});
  assert.deepEqual(await push.state(), {permission: 'granted', isPossible: true, isSubscribed: true, subscription: server.kept});
  // The server's values are sent along when one preference changes.
  await push.subscribe({...server.kept, names: true});
  assert.deepEqual(server.kept, {endpoint: 'https://web.push.apple.com/1', ...preferences, names: true});
  await push.unsubscribe();
  assert.deepEqual([manager.own, server.kept], [null, null]);
});

test('a new server key leads to a new subscription', async () => {
  await push.subscribe(preferences);
  server.key = base64(bytes(65, 5));
  await push.subscribe(preferences);
  assert.equal(server.kept.endpoint, 'https://web.push.apple.com/2');
  assert.equal(base64(manager.own.options.applicationServerKey), server.key);
});

test('a subscription that the browser has changed is sent with the same preferences, and no unchanged one', async () => {
  await push.renew();
  assert.deepEqual([server.kept, manager.own], [null, null], 'nobody has wished anything');
  await push.subscribe(preferences);
  server.asked = [];
  await push.renew();
  assert.deepEqual(server.asked, ['GET /v1/push/subscription']);
  manager.own = null;
  await push.renew();
  assert.deepEqual(server.kept, {endpoint: 'https://web.push.apple.com/2', ...preferences});
});

test('without permission, or without push, nothing is sent', async () => {
  Notification.permission = 'denied';
  await assert.rejects(push.subscribe(preferences), {code: 'push_denied'});
  await push.renew();
  assert.equal(server.kept, null);
  manager = undefined;
  await assert.rejects(push.subscribe(preferences), {code: 'push_unavailable'});
  assert.equal((await push.state()).isPossible, false);
});
