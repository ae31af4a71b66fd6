import assert from 'node:assert/strict';
import {test} from 'node:test';

import {Database, StorageError} from '../../../Sources/BabyServer/Web/app/store/database.js';
import {readLately} from '../../../Sources/BabyServer/Web/app/store/reading.js';
import {FakeClock, settled} from './support/clock.js';
import {Factory} from './support/indexeddb.js';
import {Phone} from './support/phone.js';
import {FakeServer} from './support/server.js';

const credentials = (name) => ({email: `${name}@example.org`, password: 'password'});

async function home({isSignedIn = true} = {}) {
  const clock = new FakeClock();
  const server = new FakeServer(clock);
  const [anna, ben] = [server.addUser('Anna'), server.addUser('Ben')];
  server.addChild('eva', {Anna: 'owner', Ben: 'caregiver'});
  const phone = new Phone(server, clock);
  const family = await phone.open();
  if (isSignedIn) {
    await family.sessions.signIn(credentials('Anna'));
    family.look(true);
    await clock.pass(100);
  }
  return {clock, server, phone, family, anna, ben};
}

const diaper = (clock, more = {}) => ({kind: 'diaper', type: 'wet', start: new Date(clock.now()).toISOString(), ...more});
const list = (family) => [...family.state.entries.values()].flat();
const cut = (server) => server.fault = () => 'lost-request';
const calm = (server) => server.fault = () => null;

/** Some requests reach the server only after a wait. */
function delay(server, isSlow, wait) {
  const {fetch} = server;
  server.fetch = async (path, options = {}) => {
    if (isSlow({path, ...options})) await wait();
    return fetch(path, options);
  };
}

const never = () => new Promise(() => {});

test('nobody is signed in at first; signing in shows the child', async () => {
  const {family, clock} = await home({isSignedIn: false});
  assert.deepEqual([family.state.stage, family.state.reason, family.state.user], ['signed-out', null, null]);
  await assert.rejects(
      family.sessions.signIn({email: 'Anna@example.org', password: 'wrong'}), {code: 'wrong_credentials', message: 'Wrong.'});
  assert.equal(family.state.stage, 'signed-out');
  await family.sessions.signIn(credentials('Anna'));
  family.look(true);
  await clock.pass(100);
  const {stage, childId, role, dashboard, isStale} = family.state;
  assert.deepEqual([stage, childId, role, isStale], ['signed-in', 'eva', 'owner', false]);
  assert.equal(dashboard.units, 'ml');
});

test('signing in without a network reports that, and the account is identified later', async () => {
  const {family, server, phone} = await home({isSignedIn: false});
  server.fault = ({path}) => (path === '/v1/auth/login' ? 'lost-answer' : 'lost-request');
  await assert.rejects(family.sessions.signIn(credentials('Anna')), {code: 'network', message: 'network'});
  assert.equal(family.state.stage, 'signed-out');
  calm(server);
  const again = await phone.open();
  assert.deepEqual([again.state.stage, again.state.user.name], ['signed-in', 'Anna']);
  assert.equal(again.state.banner, null);
});

test('a press shows what was logged, and can be undone', async () => {
  const {family, clock, server} = await home();
  const {id} = await family.logbook.log(diaper(clock));
  const {severity, text, action, entryId, until, more} = family.state.banner;
  assert.deepEqual([severity, text, action, entryId, more], ['success', 'Logged diaper', 'edit-undo', id, 0]);
  assert.equal(until, clock.now() + 10_000);
  await clock.pass(100);
  await family.logbook.undo();
  assert.equal(family.state.banner.text, 'Undid: Logged diaper');
  assert.equal(family.state.banner.action, null);
  assert.deepEqual(list(family), []);
  await clock.pass(11_000);
  assert.ok(server.entries.get(id).entry.deletedAt);
  assert.equal(family.state.banner, null);
});

test('undo restores a deleted entry and an edited one', async () => {
  const {family, clock, server} = await home();
  const {id} = await family.logbook.log(diaper(clock, {note: 'first'}));
  await clock.pass(2000);
  await family.logbook.edit(id, {note: 'second', type: null});
  assert.equal(family.state.banner.text, 'Updated diaper');
  await family.logbook.undo();
  await clock.pass(2000);
  assert.deepEqual([server.entries.get(id).entry.note, server.entries.get(id).entry.type], ['first', 'wet']);
  await family.logbook.remove(id);
  assert.deepEqual([family.state.banner.text, family.state.banner.entryId], ['Deleted diaper', null]);
  await clock.pass(2000);
  assert.ok(server.entries.get(id).entry.deletedAt);
  await family.logbook.undo();
  await clock.pass(2000);
  const {deletedAt, note} = server.entries.get(id).entry;
  assert.deepEqual([deletedAt, note], [undefined, 'first']);
  assert.deepEqual(list(family).map((entry) => entry.note), ['first']);
});

test('undo restores a deleted entry that was never sent as a new one', async () => {
  const {family, clock, server} = await home();
  family.sender.wake = async () => {};
  const {id} = await family.logbook.log(diaper(clock));
  await family.logbook.remove(id);
  assert.equal(family.state.outbox.waiting, 0);
  await family.logbook.undo();
  assert.equal(family.state.outbox.waiting, 1);
  delete family.sender.wake;
  family.sender.wake();
  await clock.pass(100);
  assert.equal(server.applied.length, 1);
  assert.equal(server.entries.get(id).entry.deletedAt, undefined);
});

test('a button that bounces is one press, and one that is pressed again is two', async () => {
  const {family, clock} = await home();
  const [one, two] = await Promise.all([family.logbook.log(diaper(clock)), family.logbook.log(diaper(clock))]);
  assert.equal(one.id, two.id);
  clock.time += 800;
  assert.equal((await family.logbook.log(diaper(clock))).id, one.id);
  await family.logbook.log(diaper(clock, {type: 'dirty'}));
  assert.notEqual((await family.logbook.log(diaper(clock))).id, one.id);
  clock.time += 1500;
  await family.logbook.log(diaper(clock));
  assert.equal(list(family).length, 4);
});

test('an entry at another time is not a repeated press, however soon it follows', async () => {
  const {family, clock} = await home();
  const at = (ago) => new Date(clock.time - ago).toISOString();
  const ids = [];
  for (const ago of [0, 600_000, 1_500]) ids.push((await family.logbook.log(diaper(clock, {start: at(ago)}))).id);
  assert.equal(new Set(ids).size, 3);
  for (const ago of [300_000, 360_000]) await family.logbook.edit(ids[0], {start: at(ago)});
  assert.equal(list(family).find(({id}) => id === ids[0]).start, at(360_000));
});

test('presses in two tabs are sent in their order', async () => {
  const {clock, server, phone, family} = await home();
  const other = await phone.open();
  cut(server);
  const ids = [];
  for (const [tab, type] of [[family, 'wet'], [other, 'wet'], [other, 'dirty'], [family, 'dirty']]) {
    ids.push((await tab.logbook.log(diaper(clock, {type}))).id);
  }
  // Without waiting until the first one is stored.
  const both = await Promise.all(['wet', 'both'].map((type) => family.logbook.log(diaper(clock, {type, note: 'at once'}))));
  ids.push(...both.map(({id}) => id));
  await clock.pass(100);
  const rows = [...family.state.rows].sort((a, b) => a.number - b.number);
  assert.deepEqual(rows.map(({entryId}) => entryId), ids);
  assert.equal(new Set(rows.map(({number}) => number)).size, 6);
});

test('a press is dropped if another person has signed in meanwhile', async () => {
  const {clock, phone, family, ben} = await home();
  const database = new Database(new Factory(phone.disk));
  await database.write(['values'], (tx) => tx.put('values', {name: 'session', value: {user: ben, state: 'open', number: 9}}));
  await assert.rejects(family.logbook.log(diaper(clock)), {code: 'unauthorized'});
  const left = await database.read(['outbox', 'values'], (tx) => Promise.all([tx.all('outbox'), tx.get('values', 'number')]));
  assert.deepEqual(left, [[], undefined]);
});

test('an invalid entry is refused before anything is written', async () => {
  const {family} = await home();
  await assert.rejects(family.logbook.log({start: 'now'}), {code: 'invalid', details: [{field: 'kind', message: 'is missing'}]});
  assert.equal(family.state.outbox.waiting, 0);
});

test('errors come before warnings, and warnings before undoable changes; each is dismissed separately', async () => {
  const {family, clock, server} = await home();
  server.fault = ({method}) => (method === 'PUT' ? 503 : null);
  await family.logbook.log(diaper(clock));
  await clock.pass(100);
  assert.deepEqual([family.state.banner.severity, family.state.banner.text, family.state.banner.more], ['warning', 'Saved here', 0]);
  family.screen.dismissBanner();
  assert.equal(family.state.banner.severity, 'success');
  await clock.pass(40_000);
  const {severity, text, action, entryId} = family.state.banner;
  assert.deepEqual([severity, text, action], ['error', 'Couldn\'t sync diaper · Retry', 'retry']);
  // The server answers everything else, and the error stays.
  await clock.pass(60_000);
  assert.deepEqual([family.state.banner.text, family.state.outbox.failed], ['Couldn\'t sync diaper · Retry', 1]);
  await family.logbook.retry(entryId);
  assert.deepEqual([family.state.banner.text, family.state.banner.action], ['Retrying…', null]);
  await clock.pass(40_000);
  assert.equal(family.state.banner.text, 'Still couldn\'t sync diaper · Retry');
  family.screen.dismissBanner();
  assert.equal(family.state.banner, null);
  // It is shown again after a reload.
  family.look(false);
  family.look(true);
  await clock.pass(40_000);
  assert.equal(family.state.banner.severity, 'error');
  calm(server);
  await family.logbook.retry();
  await clock.pass(100);
  assert.deepEqual([family.state.banner.severity, family.state.banner.text], ['success', 'Saved']);
  await clock.pass(2001);
  assert.equal(family.state.banner, null);
});

test('without a connection no error is shown, and a retry shows that the change is waiting', async () => {
  const {family, clock, server} = await home();
  cut(server);
  await family.logbook.log(diaper(clock));
  await clock.pass(40_000);
  assert.deepEqual([family.state.banner, family.state.outbox.failed, family.state.outbox.waiting], [null, 0, 1]);
  assert.equal(list(family)[0].sync, 'saved-here');
  await family.logbook.retry();
  await clock.pass(32_000);
  assert.deepEqual([family.state.banner.severity, family.state.banner.text], ['warning', 'Saved here']);
  // A server that is back is noticed within half a minute, and everything is sent.
  calm(server);
  await clock.pass(30_000);
  assert.deepEqual([family.state.isOnline, family.state.outbox.waiting, server.applied.length], [true, 0, 1]);
});

test('the last of several presses is shown, and errors stay', async () => {
  const {family, clock} = await home();
  for (const type of ['wet', 'dirty', 'both']) {
    await family.logbook.log(diaper(clock, {type}));
    await clock.pass(1500);
  }
  assert.deepEqual([family.state.banner.severity, family.state.banner.more], ['success', 0]);
  family.screen.dismissBanner();
  assert.equal(family.state.banner, null);
  await family.logbook.log(diaper(clock));
  family.factory.failures.push('QuotaExceededError', 'QuotaExceededError');
  await assert.rejects(family.logbook.undo(), {code: 'storage_full'});
  assert.equal(family.state.banner.action, 'edit-undo');
});

test('pending changes are sent as soon as the network is back, not at the next attempt', async () => {
  const {family, clock, server} = await home();
  cut(server);
  await family.logbook.log(diaper(clock));
  await clock.pass(15_000);
  calm(server);
  family.wake();
  await clock.pass(100);
  assert.deepEqual([server.applied.length, family.state.outbox.waiting], [1, 0]);
});

test('an expired session keeps pending changes for the same person', async () => {
  const {family, clock, server, phone} = await home();
  cut(server);
  await family.logbook.log(diaper(clock, {note: 'secret'}));
  calm(server);
  server.current = null;
  family.wake();
  await clock.pass(100);
  let {stage, reason, user, dashboard, children, outbox} = family.state;
  assert.deepEqual([stage, reason, user.name, dashboard, children], ['signed-out', 'expired', 'Anna', null, []]);
  assert.deepEqual(outbox, {waiting: 1, failed: 0, other: 0});
  // Another person sees that something is waiting, but not what.
  await family.sessions.signIn(credentials('Ben'));
  await clock.pass(100);
  ({stage, outbox} = family.state);
  assert.deepEqual([stage, outbox], ['signed-in', {waiting: 0, failed: 0, other: 1}]);
  assert.ok(!JSON.stringify([family.state, list(family)]).includes('secret'));
  assert.equal(server.applied.length, 0);
  const other = await phone.open();
  assert.ok(!JSON.stringify([other.state, list(other)]).includes('secret'));
  await family.sessions.signOut();
  assert.deepEqual(family.state.outbox, {waiting: 0, failed: 0, other: 1});
  await family.sessions.signIn(credentials('Anna'));
  await clock.pass(100);
  assert.deepEqual(server.applied.map(({entry}) => [entry.note, entry.author]), [['secret', 'Anna']]);
  assert.deepEqual(family.state.outbox, {waiting: 0, failed: 0, other: 0});
});

test('signing out works without a network', async () => {
  const {family, clock, server, phone} = await home();
  cut(server);
  await family.logbook.log(diaper(clock));
  await family.sessions.signOut();
  assert.equal(family.state.stage, 'signed-out');
  calm(server);
  // The cookie is still there, and is removed before anybody counts as signed in.
  const again = await phone.open();
  assert.equal(again.state.stage, 'signed-out');
  assert.equal(server.current, null);
  assert.equal(again.state.outbox.other, 1);
});

test('another person\'s cookie ends the session here, and nothing is sent with it', async () => {
  const {family, clock, server, ben} = await home();
  server.current = ben;
  family.wake();
  await clock.pass(100);
  assert.deepEqual([family.state.stage, family.state.reason], ['signed-out', 'other-person']);
});

test('a phone whose storage was cleared says so, and asks the server', async () => {
  const {clock, server, phone, family} = await home();
  await family.logbook.log(diaper(clock));
  await clock.pass(100);
  phone.disk.clear();
  const again = await phone.open();
  again.look(true);
  await clock.pass(100);
  assert.equal(again.state.stage, 'signed-in');
  assert.equal(again.state.banner.text, 'The phone had forgotten everything.');
  assert.equal(list(again).length, 1);
});

test('a new family is shown while it is being stored, and not if storing fails', async () => {
  const {clock, phone} = await home();
  await clock.pass(100);
  const open = (change) => {
    const factory = new Factory();
    change(factory);
    return phone.open({database: new Database(factory)});
  };
  const refused = await open((factory) => factory.failures.push('UnknownError', 'UnknownError'));
  await clock.pass(100);
  assert.deepEqual([refused.state.stage, refused.state.isRecognised], ['signed-out', true]);
  // It stops in the middle of the write.
  const slow = await open((factory) => factory.onCommit = () => {
    throw new Error('dead');
  });
  assert.deepEqual([slow.state.stage, slow.state.childId, slow.state.dashboard?.units], ['signed-in', 'eva', 'ml']);
});

test('a visible tab updates by itself when another tab signs in', async () => {
  const {clock, server, phone, family} = await home({isSignedIn: false});
  const other = await phone.open();
  other.look(true);
  await family.sessions.signIn(credentials('Anna'));
  family.kill();
  await clock.pass(100);
  assert.deepEqual([other.state.stage, other.state.childId], ['signed-in', 'eva']);
  server.write({id: 'x', childId: 'eva', kind: 'diaper', type: 'wet', start: new Date(clock.now()).toISOString()});
  await clock.pass(31_000);
  assert.deepEqual(list(other).map(({id}) => id), ['x']);
});

for (const way of ['at once', 'when the page is back from the browser’s memory']) {
  test(`after another person signs in in another tab, nothing of the first one is shown: ${way}`, async () => {
    const {clock, phone, family} = await home();
    const other = await phone.open(way === 'at once' ? {} : {channel: null});
    family.screen.learn({members: ['Anna', 'Omar']});
    await family.timeline.loadDay('2026-11-10');
    await family.logbook.log(diaper(clock));
    await clock.pass(100);
    const shown = () => {
      const {user, banner, members, entries} = family.state;
      return [user.name, banner?.text, members.length, entries.has('2026-11-10')];
    };
    assert.deepEqual(shown(), ['Anna', 'Logged diaper', 2, true]);
    await other.sessions.signIn(credentials('Ben'));
    if (way !== 'at once') await family.back();
    await clock.pass(100);
    assert.deepEqual(shown(), ['Ben', undefined, 0, false]);
    // It polls for Ben.
    assert.deepEqual([family.state.childId, list(family).length], ['eva', 1]);
  });
}

test('a tab that started without data defers to a tab that has signed in meanwhile', async () => {
  const {clock, server, phone, family} = await home();
  const {number} = family.screen.known.session;
  const database = new Database(new Factory(phone.disk), Promise.resolve(null));
  const other = await phone.open({database});
  other.look(true);
  await clock.pass(100);
  assert.equal(database.isNew, true);
  assert.deepEqual([other.state.stage, other.state.banner, other.state.isRecognised], ['signed-in', null, true]);
  assert.deepEqual([other.screen.known.session.number, other.state.dashboard.units], [number, 'ml']);
  await family.logbook.log(diaper(clock));
  await clock.pass(100);
  assert.equal(server.entries.size, 1);
});

test('a list of changes that does not move on ends', async () => {
  const {clock, server, family} = await home();
  const {fetch} = server;
  const headers = {'Content-Type': 'application/json', ETag: '"x"'};
  const page = {position: 'e1:7', hasMore: true, children: [], entries: []};
  let count = 0;
  server.fetch = (path, options) => {
    if (!path.startsWith('/v1/changes')) return fetch(path, options);
    count++;
    return Promise.resolve(new Response(JSON.stringify(page), {headers}));
  };
  family.wake();
  await clock.pass(1_000);
  assert.equal(count, 2);
  assert.equal(family.state.isOnline, false);
});

test('a full phone frees space once, and then reports that nothing was saved', async () => {
  const {clock, family} = await home();
  family.sender.wake = async () => {};
  // Until nothing else is written.
  await clock.pass(100);
  family.factory.failures.push('QuotaExceededError');
  await family.logbook.log(diaper(clock));
  assert.equal(family.state.outbox.waiting, 1);
  clock.time += 5000;
  family.factory.failures.push('QuotaExceededError', 'QuotaExceededError');
  await assert.rejects(family.logbook.log(diaper(clock)), {code: 'storage_full'});
  // Another press retries it at once.
  await family.logbook.log(diaper(clock));
});

test('other people\'s changes are shown, and pending changes are kept on top of them', async () => {
  const {clock, server, family} = await home();
  const {id} = await family.logbook.log(diaper(clock));
  await clock.pass(100);
  server.write({id: 'b1', childId: 'eva', kind: 'diaper', type: 'dirty', author: 'Ben', start: new Date(clock.now()).toISOString()});
  cut(server);
  await family.logbook.edit(id, {type: 'both'});
  calm(server);
  server.write({...server.entries.get(id).entry, note: 'by Ben'});
  delay(server, ({method}) => method === 'PUT', never);
  family.sync.wake();
  await clock.pass(100);
  assert.deepEqual(list(family).map(({id}) => id), ['b1', id]);
  assert.deepEqual(list(family).map(({type}) => type), ['dirty', 'both']);
});

test('an accepted change stays on the first screen until a dashboard contains it', async () => {
  const {clock, server, family} = await home();
  server.fault = ({method}) => (method === 'GET' ? 503 : null);
  const {id} = await family.logbook.log(diaper(clock));
  await clock.pass(3000);
  assert.deepEqual([server.applied.length, family.state.outbox.waiting], [1, 0]);
  assert.equal(family.state.dashboard.lastDiaper?.id, id);
});

test('in a conflict, their version is shown, and ours is kept and can be applied', async () => {
  const {clock, server, family} = await home();
  const {id} = await family.logbook.log(diaper(clock));
  await clock.pass(3000);
  server.write({...server.entries.get(id).entry, note: 'theirs'});
  await family.logbook.edit(id, {note: 'ours'});
  await clock.pass(3000);
  assert.equal(list(family)[0].note, 'theirs');
  assert.deepEqual(family.state.kept.map(({text, entry}) => [text, entry.note]), [['conflict diaper eva', 'ours']]);
  const {text, action, entryId} = family.state.banner;
  assert.deepEqual([text, action, entryId], ['conflict diaper eva', 'edit-undo', id]);
  await family.logbook.undo();
  assert.equal(family.state.banner.text, 'Updated diaper');
  await clock.pass(3000);
  assert.equal(server.entries.get(id).entry.note, 'ours');
  // And once more, by hand.
  server.write({...server.entries.get(id).entry, note: 'theirs again'});
  await family.logbook.edit(id, {note: 'ours again'});
  await clock.pass(3000);
  assert.equal(list(family)[0].note, 'theirs again');
  await family.logbook.applyKept(id);
  await clock.pass(3000);
  assert.equal(server.entries.get(id).entry.note, 'ours again');
  assert.deepEqual(family.state.kept, []);
});

test('of two timers that were started independently, the earlier one stays', async () => {
  const {clock, server, family} = await home();
  cut(server);
  await family.logbook.log({kind: 'sleep', start: new Date(clock.now()).toISOString()});
  server.write({id: 's', childId: 'eva', kind: 'sleep', running: true, start: new Date(clock.now() - 60_000).toISOString()});
  calm(server);
  family.wake();
  await clock.pass(5000);
  assert.deepEqual(list(family).map(({id}) => id), ['s']);
  assert.equal(family.state.kept[0].reason, 'started-twice');
});

test('a child that is no longer shared disappears with its data', async () => {
  const {clock, server, family, phone} = await home();
  await family.logbook.log(diaper(clock));
  await clock.pass(100);
  cut(server);
  clock.time += 2000;
  await family.logbook.log(diaper(clock, {note: 'late'}));
  calm(server);
  delay(server, ({method}) => method === 'PUT', never);
  server.children[0].roles = {Ben: 'owner'};
  server.seq++;
  family.sync.wake();
  await clock.pass(100);
  assert.deepEqual([family.state.children, family.state.childId, family.state.dashboard], [[], null, null]);
  assert.equal(phone.disk.get('babybasics').stores.get('entries').rows.size, 0);
  assert.deepEqual(list(family), []);
  assert.deepEqual(family.state.kept.map(({reason}) => reason), ['not-shared']);
  assert.deepEqual(family.state.outbox, {waiting: 0, failed: 0, other: 0});
});

for (const first of ['poll', 'send']) {
  test(`a member removed while offline sees that the entry was refused, and not that it was logged: ${first} first`, async () => {
    const {clock, server, family} = await home();
    cut(server);
    await family.logbook.log(diaper(clock, {note: 'late'}));
    await clock.pass(100);
    server.children[0].roles = {Ben: 'owner'};
    server.seq++;
    const slow = first === 'poll' ? 'PUT' : 'GET';
    delay(server, ({method}) => method === slow, () => new Promise((done) => clock.setTimer(done, 500)));
    calm(server);
    family.wake();
    await clock.pass(3000);
    const {children, kept, banner, outbox} = family.state;
    assert.deepEqual([children, outbox.waiting, outbox.failed], [[], 0, 0]);
    // With the name of the child, which is gone.
    assert.deepEqual(kept.map(({text, entry}) => [text, entry.note]), [['not-shared diaper eva', 'late']]);
    assert.notEqual(banner?.severity, 'success');
    await family.logbook.dismissKept(kept[0].entryId);
    assert.deepEqual(family.state.kept, []);
  });
}

test('a press is refused with a message if the person\'s role was reduced', async () => {
  const {clock, server, family} = await home();
  cut(server);
  const {id} = await family.logbook.log(diaper(clock));
  calm(server);
  server.children[0].roles.Anna = 'viewer';
  server.seq++;
  family.wake();
  await clock.pass(100);
  assert.equal(family.state.role, 'viewer');
  assert.equal(family.state.outbox.failed, 1);
  assert.deepEqual([list(family)[0].sync, list(family)[0].problem], ['failed', 'You may only look.']);
  assert.deepEqual([family.state.banner.text, family.state.banner.detail], ['Couldn\'t sync diaper · Retry', 'You may only look.']);
  await family.logbook.discard(id);
  assert.deepEqual(list(family), []);
});

test('everything is fetched again after the server\'s data was replaced', async () => {
  const {clock, server, family} = await home();
  await family.logbook.log(diaper(clock));
  await clock.pass(100);
  server.epoch = 'e2';
  server.seq = 0;
  server.entries.clear();
  server.write({id: 'x', childId: 'eva', kind: 'diaper', type: 'wet', start: new Date(clock.now()).toISOString()});
  await family.refresh();
  await clock.pass(100);
  assert.deepEqual(list(family).map(({id}) => id), ['x']);
  assert.equal(family.state.dashboard.lastDiaper.id, 'x');
});

test('a child that is chosen while another one loads stays chosen', async () => {
  const {clock, server, family} = await home();
  server.addChild('noa', {Anna: 'owner'});
  await family.refresh();
  let isChosen = null;
  delay(server, ({path}) => path === '/v1/overview?child=noa' && !isChosen, () => isChosen = family.children.select('eva'));
  await family.children.select('noa');
  await clock.pass(500);
  assert.ok(isChosen);
  assert.equal(family.state.childId, 'eva');
});

test('switching shows a child\'s current state, not an old one', async () => {
  const {clock, server, family} = await home();
  server.addChild('noa', {Anna: 'owner'});
  await family.refresh();
  await family.children.select('noa');
  await clock.pass(200);
  assert.equal(family.state.dashboard.lastDiaper, null);
  await family.children.select('eva');
  server.write({id: 'x', childId: 'noa', kind: 'diaper', type: 'wet', start: new Date(clock.now()).toISOString()});
  await family.refresh();
  await family.children.select('noa');
  await clock.pass(200);
  assert.equal(family.state.dashboard.lastDiaper.id, 'x');
  assert.deepEqual(list(family).map(({id}) => id), ['x']);
});

test('data that was discarded to free space is requested again', async () => {
  const {clock, server, family} = await home();
  server.write({id: 'x', childId: 'eva', kind: 'diaper', type: 'wet', start: '2026-11-10T12:00:00.000Z'});
  await family.refresh();
  family.sender.wake = async () => {};
  family.factory.failures.push('QuotaExceededError');
  await family.logbook.log(diaper(clock));
  await family.timeline.loadDay('2026-11-10');
  assert.deepEqual(family.state.entries.get('2026-11-10').map(({id}) => id), ['x']);
  cut(server);
  await family.timeline.loadDay('2026-11-10');
  await assert.rejects(family.timeline.loadDay('2026-11-11'), {code: 'network'});
});

test('a year of entries is not stored; a day long ago is requested', async () => {
  const {clock, server, family, phone} = await home({isSignedIn: false});
  for (let day = 0; day < 365; day++) {
    for (let count = 0; count < 3; count++) {
      const start = new Date(clock.now() - day * 86_400_000 - count * 60_000).toISOString();
      server.write({id: `d${day}-${count}`, childId: 'eva', kind: 'diaper', type: 'wet', start});
    }
  }
  await family.sessions.signIn(credentials('Anna'));
  family.look(true);
  await family.refresh();
  const kept = phone.disk.get('babybasics').stores.get('entries').rows.size;
  assert.ok(kept > 90 && kept < 120, `${kept} are kept`);
  assert.equal(list(family).length, 3);
  const asked = server.requests.length;
  await family.timeline.loadDay('2026-11-10');
  assert.equal(family.state.entries.get('2026-11-10').length, 3);
  assert.equal(server.requests.length, asked);
  await family.timeline.loadDay('2026-03-01');
  assert.equal(family.state.entries.get('2026-03-01').length, 3);
  // Days that were opened before are available offline; the others say why they are not.
  cut(server);
  await family.timeline.loadDay('2026-03-01');
  await assert.rejects(family.timeline.loadDay('2026-03-02'), {code: 'network'});
  assert.equal(family.state.entries.has('2026-03-02'), false);
});

test('entries are searched on the server, or on the phone when the server cannot be reached', async () => {
  const {clock, server, family} = await home();
  await family.logbook.log(diaper(clock, {note: 'Rash on the left'}));
  await clock.pass(2000);
  assert.deepEqual((await family.timeline.search('Rash')).map(({note}) => note), ['Rash on the left']);
  cut(server);
  assert.deepEqual((await family.timeline.search('rash')).map(({note}) => note), ['Rash on the left']);
  assert.deepEqual(await family.timeline.search('elephant'), []);
});

test('the last measurement is known after weeks, including pending ones and excluding deleted ones', async () => {
  const {clock, server, family} = await home();
  const before = (days) => new Date(clock.now() - days * 86_400_000).toISOString();
  server.write({id: 'w1', childId: 'eva', kind: 'weight', value: 5, unit: 'kg', start: before(30)});
  server.write({id: 'w2', childId: 'eva', kind: 'weight', value: 5.2, unit: 'kg', start: before(9)});
  await family.refresh();
  family.look(true);
  await clock.pass(100);
  const lately = () => family.state.lately.map(({kind, value}) => [kind, value]);
  assert.deepEqual(lately(), [['weight', 5.2], ['weight', 5]]);
  cut(server);
  await family.logbook.log({kind: 'weight', value: 5.6, unit: 'kg', start: new Date(clock.now()).toISOString()});
  await family.logbook.remove('w2');
  await clock.pass(100);
  assert.deepEqual(lately(), [['weight', 5.6], ['weight', 5]]);
});

test('the newest part of a very long log is known', async () => {
  const database = new Database(new Factory());
  const now = Date.UTC(2026, 10, 27);
  const entry = (id, kind, days) =>
      ({id, childId: 'eva', kind, start: new Date(now - days * 86_400_000).toISOString()});
  const old = [...Array(10_000).keys()].map((number) => entry(`d${number}`, 'diaper', 2000 + number / 100));
  await database.write(['entries'], (tx) => {
    for (const each of [...old, entry('first', 'weight', 4000), entry('last', 'weight', 30)]) tx.put('entries', each);
  });
  assert.deepEqual((await readLately(database, 'eva', now)).map(({id}) => id), ['last']);
});

test('measurements are read again in the next session', async () => {
  const {clock, server, family} = await home();
  const weight = {id: 'w', childId: 'eva', kind: 'weight', value: 5, unit: 'kg', start: new Date(clock.now() - 30 * 86_400_000).toISOString()};
  server.write(weight);
  await family.refresh();
  family.look(true);
  await clock.pass(100);
  assert.equal(family.state.lately.length, 1);
  await family.sessions.signOut();
  server.write({...weight, deletedAt: new Date(clock.now()).toISOString()});
  await family.sessions.signIn(credentials('Ben'));
  await clock.pass(100);
  assert.deepEqual([family.state.childId, family.state.lately], ['eva', []]);
});

test('a search continues when the server looks through only a part of the log at a time', async () => {
  const {clock, server, family} = await home();
  for (const note of ['rash', 'nothing', 'nothing', 'rash again', 'nothing']) {
    await family.logbook.log(diaper(clock, {note}));
    await clock.pass(2000);
  }
  server.searched = 2;
  assert.deepEqual((await family.timeline.search('rash')).map(({note}) => note).sort(), ['rash', 'rash again']);
  assert.deepEqual(await family.timeline.search('elephant'), []);
});

test('a search ends even if the server always has more to look through', async () => {
  const {clock, server, family} = await home();
  await family.logbook.log(diaper(clock, {note: 'rash'}));
  await clock.pass(2000);
  server.searched = 0;
  assert.deepEqual(await family.timeline.search('elephant'), []);
});

test('a child\'s settings take precedence over the person\'s', async () => {
  const {clock, family, server} = await home();
  await family.settings.set('units', 'oz');
  await family.settings.set('day.start', '04:00', true);
  await clock.pass(100);
  assert.deepEqual(family.state.settings, {'units': 'oz', 'day.start': '04:00'});
  assert.deepEqual(server.settings.map(({home, childId}) => [home, childId]), [['person', undefined], ['child', 'eva']]);
});

test('settings reach the server in the order of the presses, also when one is slow or refused', async () => {
  const {clock, family, server} = await home();
  let release;
  const slow = new Promise((resolve) => release = resolve);
  delay(server, ({body}) => body?.includes('oz'), () => slow);
  const both = [family.settings.set('units', 'oz'), family.settings.set('units', 'ml')];
  await clock.pass(100);
  release();
  await clock.pass(100);
  await Promise.all(both);
  assert.deepEqual(server.settings.map(({value}) => value), ['oz', 'ml']);
  server.fault = ({method}) => (method === 'PATCH' ? 422 : null);
  const refused = assert.rejects(family.settings.set('units', 'stones'));
  await clock.pass(100);
  await refused;
  calm(server);
  await family.settings.set('units', 'oz');
  assert.deepEqual(server.settings.map(({value}) => value), ['oz', 'ml', 'oz']);
});

test('a setting that waits is not sent for another person who signs in', async () => {
  const {clock, family, server} = await home();
  let release;
  const slow = new Promise((resolve) => release = resolve);
  delay(server, ({body}) => body?.includes('oz'), () => slow);
  const both = [family.settings.set('units', 'oz'), family.settings.set('units', 'ml')];
  await clock.pass(100);
  await family.sessions.signIn(credentials('Ben'));
  release();
  await clock.pass(100);
  await Promise.all(both);
  assert.deepEqual(server.settings.map(({value}) => value), ['oz']);
});

test('times follow the server\'s clock', async () => {
  const {clock, family, server} = await home();
  const receive = server.fetch;
  server.fetch = async (...question) => {
    const answer = await receive(...question);
    answer.headers.set('Date', new Date(clock.now() + 120_000).toUTCString());
    return answer;
  };
  await family.refresh();
  const offset = family.now() - clock.now();
  assert.ok(Math.abs(offset - 120_000) <= 1000, String(offset));
});

test('after two failed polls, the data is marked as possibly old', async () => {
  const {clock, family, server} = await home();
  cut(server);
  await clock.pass(31_000);
  assert.deepEqual([family.state.isOnline, family.state.isStale], [false, false]);
  await clock.pass(40_000);
  assert.deepEqual([family.state.isOnline, family.state.isStale], [false, true]);
  calm(server);
  family.wake();
  await clock.pass(100);
  assert.deepEqual([family.state.isOnline, family.state.isStale], [true, false]);
});

test('a hidden page does not ask the server', async () => {
  const {clock, family, server} = await home();
  family.look(false);
  const asked = server.requests.length;
  await clock.pass(600_000);
  assert.equal(server.requests.length, asked);
  family.look(true);
  await clock.pass(100);
  assert.ok(server.requests.length > asked);
});

test('persistent storage is requested after the first press', async () => {
  const {clock, phone} = await home();
  let asked = 0;
  const storage = {persisted: async () => false, persist: async () => ++asked > 0};
  const family = await phone.open({storage});
  assert.equal(family.state.isPersistent, false);
  await family.logbook.log(diaper(clock));
  await settled();
  assert.equal(family.state.isPersistent, true);
  await family.logbook.log(diaper(clock, {type: 'dirty'}));
  assert.equal(asked, 1);
});

test('a phone that cannot store anything says so', async () => {
  const {phone} = await home();
  const family = await phone.open({
    database: {
      isNew: true,
      begin: async () => {
        throw new StorageError('storage_refused');
      }
    }
  });
  assert.equal(family.state.stage, 'signed-out');
  assert.deepEqual([family.state.banner.severity, family.state.banner.until], ['error', null]);
});

test('the next page remembers the clock\'s offset and the connection\'s state', async () => {
  const {clock, family, phone, server} = await home();
  await settled(300);
  const {lastSuccess} = family.screen.standing;
  cut(server);
  const again = await phone.open();
  assert.equal(again.screen.standing.lastSuccess, lastSuccess);
  clock.time += 86_400_000;
  again.look(true);
  await clock.pass(100);
  assert.deepEqual([again.state.isOnline, again.state.isStale], [false, true]);
});
