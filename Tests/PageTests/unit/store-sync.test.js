import assert from 'node:assert/strict';
import {test} from 'node:test';

import {Database, Transaction} from '../../../Sources/BabyServer/Web/app/store/database.js';
import {leaseLock} from '../../../Sources/BabyServer/Web/app/store/lock.js';
import {merge, settingsOf} from '../../../Sources/BabyServer/Web/app/store/merge.js';
import {EventReader, News} from '../../../Sources/BabyServer/Web/app/store/news.js';
import {setValue, value} from '../../../Sources/BabyServer/Web/app/store/records.js';
import {EventStreamSchedule, PollSchedule} from '../../../Sources/BabyServer/Web/app/store/schedule.js';
import {Banners} from '../../../Sources/BabyServer/Web/app/store/banners.js';
import {FakeClock} from './support/clock.js';
import {Factory} from './support/indexeddb.js';
import {fakeModel} from './support/model.js';

const opened = (disk) => new Database(new Factory(disk));

test('polls come every 30 seconds, at once when woken, and after 5 seconds or more without an answer', () => {
  const schedule = new PollSchedule();
  assert.equal(schedule.next(1000), 1000);
  assert.equal(schedule.succeeded(1000), true);
  assert.equal(schedule.next(2000), 31_000);
  schedule.hear();
  assert.equal(schedule.next(1100), 1200);
  schedule.wake();
  assert.equal(schedule.next(1100), 1100);
  schedule.failed(2000, null, 1);
  assert.equal(schedule.next(2001), 7_000);
  schedule.hear();
  assert.equal(schedule.next(2001), 7_000);
  for (let i = 0; i < 9; i++) schedule.failed(2000, null, 0);
  // Never less often than while it answers, so that a server that is back is noticed at once.
  assert.equal(schedule.next(2001), 2000 + 22_500);
  assert.equal(schedule.succeeded(3000), true);
  assert.equal(schedule.succeeded(4000), false);
});

test('an event during a poll causes another poll, because it may have come too late for the first', () => {
  const schedule = new PollSchedule();
  schedule.hear();
  schedule.begin();
  schedule.succeeded(1000);
  assert.equal(schedule.next(1100), 31_000);
  schedule.begin();
  schedule.hear();
  schedule.succeeded(31_000);
  assert.equal(schedule.next(31_100), 31_200);
  schedule.begin();
  schedule.wake();
  schedule.succeeded(31_200);
  assert.equal(schedule.next(31_300), 31_300);
});

test('a pause that the server requests is respected', () => {
  const schedule = new PollSchedule();
  schedule.failed(1000, 90_000, 0);
  schedule.wake();
  assert.equal(schedule.next(2000), 91_000);
});

test('a poll follows at once after the clock was set back', () => {
  const schedule = new PollSchedule();
  schedule.succeeded(1_000_000);
  assert.equal(schedule.next(5000), 5000);
  const news = new EventStreamSchedule();
  news.ended('refused', {now: 100_000_000, lasted: 0, retryAfter: null, jitter: 0});
  assert.equal(news.next(5000), 5000);
});

test('a failing stream is retried more and more rarely', () => {
  const schedule = new EventStreamSchedule();
  const ended = (end, lasted = 0, retryAfter = null) => {
    schedule.ended(end, {now: 0, lasted, retryAfter, jitter: 0});
    return schedule.next(0);
  };
  assert.deepEqual([ended('broken'), ended('broken'), ended('unavailable')], [1000, 2000, 4000]);
  assert.equal(ended('broken', 60_000), 1000);
  schedule.wake();
  assert.deepEqual([ended('refused'), ended('refused')], [300_000, 600_000]);
  schedule.wake();
  assert.equal(ended('refused', 0, 600_000), 600_000);
  for (let i = 0; i < 20; i++) ended('refused');
  assert.equal(schedule.next(0), 3_600_000);
});

test('events are parsed from arbitrary pieces', () => {
  const reader = new EventReader();
  assert.equal(reader.take('id: a1\nevent: cha'), null);
  assert.equal(reader.take('nge\ndata: {}\n\n'), 'a1');
  assert.equal(reader.take(':\n\n'), null);
  assert.equal(reader.take('id: b2\r\nevent: change\r\n\r\nevent: change\nid: c3\n\n'), 'c3');
  assert.equal(reader.take('event: other\nid: d4\n\n'), null);
  assert.throws(() => reader.take('x'.repeat(2000)));
});

test('the event stream stays open while the page is visible, and is reopened when it breaks', async () => {
  const clock = new FakeClock();
  const heard = [];
  const streams = [];
  const api = {
    follow: async (_, signal) => {
      let controller;
      const body = new ReadableStream({start: (given) => void (controller = given)});
      signal.addEventListener('abort', () => {
        try {
          controller.error(new Error('aborted'));
        } catch {
          // Over already.
        }
      });
      streams.push({controller, signal});
      return new Response(body, {headers: {'Content-Type': 'text/event-stream'}});
    }
  };
  const news = new News({api, clock, jitter: () => 0, hear: (id) => heard.push(id)});
  news.attend(true);
  await clock.pass(10);
  const say = (text, stream = streams.at(-1)) => stream.controller.enqueue(new TextEncoder().encode(text));
  say('id: 1\nevent: change\ndata: {}\n\n');
  await clock.pass(10);
  assert.deepEqual(heard, ['1']);
  streams[0].controller.close();
  await clock.pass(1000);
  assert.equal(streams.length, 2);
  // After a minute of silence a stream is dead.
  say(':\n\n');
  await clock.pass(63_000);
  assert.ok(streams[1].signal.aborted);
  assert.equal(streams.length, 3);
  news.attend(false);
  assert.ok(streams[2].signal.aborted);
  await clock.pass(600_000);
  assert.equal(streams.length, 3);
});

const list = (more = {}) => ({position: 'e:1', hasMore: false, children: [{id: 'c', name: 'Eva', role: 'owner'}], entries: [], ...more});
const entry = (id, more = {}) => ({id, childId: 'c', kind: 'note', start: '2026-11-20T00:00:00.000Z', createdAt: '', updatedAt: '2026-11-20T00:00:01.000Z', ...more});
const now = Date.parse('2026-11-21T00:00:00.000Z');
const context = {tag: '"t"', now, number: 1};
const stores = ['values', 'outbox', 'entries', 'kept'];

async function signedIn() {
  const database = opened(new Map());
  await database.write(['values'], (tx) => setValue(tx, 'session', {user: {id: 'u', name: 'Anna', email: ''}, state: 'open', number: 1}));
  return {
    database,
    merge: (more, given = context) => database.write(stores, (tx) => merge(tx, list(more), given)),
    all: () => database.read(['entries'], (tx) => tx.all('entries')),
  };
}

test('an older version never replaces a newer one, and tombstones stay until they expire', async () => {
  const {merge, all} = await signedIn();
  await merge({entries: [entry('a', {note: 'new', updatedAt: '2026-11-20T09:00:00.000Z'})]});
  await merge({entries: [entry('a', {note: 'old'})]});
  assert.equal((await all())[0].note, 'new');
  await merge({entries: [entry('a', {deletedAt: '2026-11-20T10:00:00.000Z', updatedAt: '2026-11-20T10:00:00.000Z'})]});
  await merge({entries: [entry('a', {note: 'new', updatedAt: '2026-11-20T09:00:00.000Z'})]});
  assert.ok((await all())[0].deletedAt);
});

test('old entries are updated only where the phone has them, except running timers', async () => {
  const {merge, all} = await signedIn();
  const old = {start: '2026-01-01T00:00:00.000Z'};
  await merge({entries: [entry('a', old), entry('b', {...old, running: true}), entry('c', {...old, end: '2026-11-19T00:00:00.000Z'})]});
  assert.deepEqual((await all()).map(({id}) => id), ['b', 'c']);
  // A stored one, of a day that was opened, is kept up to date.
  await merge({entries: [entry('b', {...old, end: '2026-01-01T01:00:00.000Z', note: 'later', updatedAt: '2026-11-20T23:00:00.000Z'})]});
  assert.deepEqual((await all()).map(({id, note}) => [id, note]), [['b', 'later'], ['c', undefined]]);
});

test('the requests that follow a page of changes are sent at once, not one after another', async () => {
  const {merge} = await signedIn();
  let [open, most] = [0, 0];
  const {get} = Transaction.prototype;
  Transaction.prototype.get = function(...what) {
    most = Math.max(most, ++open);
    return get.apply(this, what).finally(() => open--);
  };
  try {
    await merge({entries: Array.from({length: 500}, (_, number) => entry(`e${number}`))});
  } finally {
    Transaction.prototype.get = get;
  }
  assert.equal(most, 500);
});

test('an answer for another session or person changes nothing', async () => {
  const {merge, all} = await signedIn();
  assert.equal(await merge({entries: [entry('a')]}, {...context, number: 2}), null);
  assert.equal(await merge({entries: [entry('a')], user: {id: 'v', name: 'Ben', email: ''}}), 'stranger');
  assert.deepEqual(await all(), []);
});

test('a child\'s settings take precedence over the person\'s, and reset ones are gone', async () => {
  const {merge, database} = await signedIn();
  const setting = (home, childId, key, value) => ({home, childId, key, value, changedAt: ''});
  await merge({settings: [
    setting('person', undefined, 'a', '1'), setting('person', undefined, 'b', '1'), setting('person', 'c', 'b', '2'),
    setting('child', 'c', 'b', '3'), setting('child', 'd', 'a', '4'), setting('person', undefined, 'x', '5')
  ]});
  await merge({settings: [setting('person', undefined, 'x', undefined)]});
  const all = await database.read(['values'], (tx) => value(tx, 'settings'));
  assert.deepEqual(settingsOf(all, 'c'), {a: '1', b: '3'});
  assert.deepEqual(settingsOf(all, null), {a: '1', b: '1'});
});

test('without Web Locks, one tab sends at a time, and a dead one does not block others', async () => {
  const disk = new Map();
  const clock = new FakeClock();
  const lock = (tab) => leaseLock(opened(disk), clock.now, tab);
  let release;
  const held = lock('a').exclusively(() => new Promise((resolve) => release = resolve));
  await clock.pass(0);
  assert.equal(await lock('b').exclusively(async () => 1), null);
  release(2);
  assert.equal(await held, 2);
  assert.equal(await lock('b').exclusively(async () => 1), 1);
  lock('a').exclusively(() => new Promise(() => {}));
  await clock.pass(0);
  assert.equal(await lock('b').exclusively(async () => 1), null);
  clock.time += 60_001;
  assert.equal(await lock('b').exclusively(async () => 1), 1);
});

test('the last success is shown, errors are counted, and none is shown twice', () => {
  const {words} = fakeModel();
  let now = 0;
  const banners = new Banners({now: () => now, words});
  banners.add({severity: 'success', text: 'a', entryId: '1', undo: {entryId: '1', before: null}});
  now = 1;
  banners.add({severity: 'success', text: 'b', entryId: '2'});
  now = 2;
  banners.add({severity: 'warning', text: 'w', entryId: '2'});
  now = 3;
  banners.add({severity: 'warning', text: 'x', entryId: '2'});
  banners.add({severity: 'warning', text: 'w', entryId: '3'});
  const at = (time) => {
    now = time;
    return banners.shown([], true);
  };
  assert.deepEqual([at(4).banner.text, at(4).banner.more, at(4).next], ['w', 1, 4003]);
  assert.deepEqual([at(5000).banner.text, at(5000).banner.action], ['b', null]);
  assert.equal(at(10_001).banner, null);
  // Each was stored once.
  const texts = [];
  for (let left = at(4); left.banner; left = at(4)) {
    texts.push(left.banner.text);
    banners.dismiss(left);
  }
  assert.deepEqual(texts, ['w', 'x', 'b']);
});
