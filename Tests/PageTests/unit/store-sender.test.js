import assert from 'node:assert/strict';
import {test} from 'node:test';

import {draftOf} from '../../../Sources/BabyServer/Web/app/store/outbox.js';
import {FakeClock, seeded, settled} from './support/clock.js';
import {Phone} from './support/phone.js';
import {FakeServer} from './support/server.js';

async function home() {
  const clock = new FakeClock();
  const server = new FakeServer(clock);
  server.addUser('Anna');
  server.addChild('eva', {Anna: 'owner'});
  const phone = new Phone(server, clock);
  const family = await phone.open();
  await family.sessions.signIn({email: 'Anna@example.org', password: 'password'});
  family.look(true);
  await clock.pass(100);
  return {clock, server, phone, family};
}

const diaper = (clock, more = {}) =>
    ({kind: 'diaper', type: 'wet', start: new Date(clock.now()).toISOString(), ...more});

test('a press is stored on the phone first, and then once on the server', async () => {
  const {clock, server, family} = await home();
  const view = await family.logbook.log(diaper(clock));
  assert.equal(view.sync, 'saved-here');
  assert.equal(family.state.outbox.waiting, 1);
  await clock.pass(100);
  assert.deepEqual(server.applied.map(({id}) => id), [view.id]);
  assert.deepEqual(family.state.outbox, {waiting: 0, failed: 0, other: 0});
  assert.equal(family.state.dashboard.lastDiaper.id, view.id);
});

test('without a network, sending is retried for half a minute, and again when the network is back', async () => {
  const {clock, server, family} = await home();
  server.fault = () => 'lost-request';
  await family.logbook.log(diaper(clock));
  const sends = () => server.requests.filter(({method}) => method === 'PUT').length;
  await clock.pass(30_100);
  assert.equal(sends(), 5);
  // It is stored safely, so this is not a failure.
  assert.deepEqual([family.state.outbox.waiting, family.state.outbox.failed, family.state.isOnline], [1, 0, false]);
  await clock.pass(60_000);
  assert.equal(sends(), 5);
  server.fault = () => null;
  family.wake();
  await clock.pass(100);
  assert.equal(server.applied.length, 1);
  assert.deepEqual(family.state.outbox, {waiting: 0, failed: 0, other: 0});
});

test('a lost answer causes neither a duplicate nor a conflict with one\'s own change', async () => {
  const {clock, server, family} = await home();
  server.fault = ({method}) => (method === 'PUT' ? 'lost-answer' : null);
  const {id} = await family.logbook.log(diaper(clock));
  await clock.pass(100);
  server.fault = () => null;
  await family.logbook.edit(id, {type: 'dirty'});
  await clock.pass(3000);
  assert.equal(server.entries.get(id).entry.type, 'dirty');
  assert.equal(server.applied.length, 2);
  assert.deepEqual(family.state.kept, []);
});

test('a refused press shows the reason and does not delay others', async () => {
  const {clock, server, family} = await home();
  const bad = await family.logbook.log(diaper(clock, {refuse: true}));
  clock.time += 2000;
  const good = await family.logbook.log(diaper(clock));
  await clock.pass(100);
  assert.deepEqual(server.applied.map(({id}) => id), [good.id]);
  const [view] = [...family.state.entries.values()].flat().filter(({id}) => id === bad.id);
  assert.deepEqual([view.sync, view.problem], ['failed', 'refuse is not known.']);
  await family.logbook.discard(bad.id);
  await clock.pass(100);
  assert.deepEqual(family.state.outbox, {waiting: 0, failed: 0, other: 0});
});

test('the answer to an undone change leaves the next change alone', async () => {
  const {clock, server, family} = await home();
  const {id} = await family.logbook.log(diaper(clock));
  await clock.pass(2000);
  const {fetch} = server;
  let answer = () => {};
  server.fetch = async (path, options) => {
    const response = await fetch(path, options);
    if (options.method === 'PUT') await new Promise((done) => answer = done);
    return response;
  };
  await family.logbook.edit(id, {type: 'dirty'});
  await clock.pass(100);
  await family.logbook.discard(id);
  clock.time += 2000;
  await family.logbook.edit(id, {type: 'both'});
  server.fetch = fetch;
  answer();
  await clock.pass(3000);
  // It was based on the previous version, so the person is asked.
  const {outbox, kept} = family.state;
  assert.deepEqual([outbox.waiting, kept.map(({entry}) => entry.type)], [0, ['both']]);
});

test('sending resumes by itself after a database failure', async () => {
  const {clock, server, family} = await home();
  await family.logbook.log(diaper(clock));
  family.factory.failures.push('UnknownError', 'UnknownError');
  await clock.pass(1000);
  assert.deepEqual([server.applied.length, family.factory.failures], [0, []]);
  await clock.pass(5000);
  assert.equal(server.applied.length, 1);
});

test('a successful change causes a failed one to be retried', async () => {
  const {clock, server, family} = await home();
  server.fault = ({method}) => (method === 'PUT' ? 503 : null);
  await family.logbook.log(diaper(clock));
  await clock.pass(60_000);
  assert.equal(family.state.outbox.failed, 1);
  server.fault = () => null;
  await clock.pass(60_000);
  assert.equal(server.applied.length, 0);
  await family.logbook.log(diaper(clock, {type: 'dirty'}));
  await clock.pass(3000);
  assert.deepEqual(server.applied.map(({entry}) => entry.type).sort(), ['dirty', 'wet']);
});

test('two tabs send each press once', async () => {
  const {clock, server, phone, family} = await home();
  const other = await phone.open();
  other.look(true);
  server.fault = () => 'lost-request';
  const entries = [];
  for (let i = 0; i < 6; i++) {
    clock.time += 1500;
    entries.push(await (i % 2 ? family : other).logbook.log(diaper(clock)));
  }
  server.fault = () => null;
  family.wake();
  other.wake();
  await clock.pass(60_000);
  assert.deepEqual(server.applied.map(({id}) => id).sort(), entries.map(({id}) => id).sort());
  assert.equal(other.state.outbox.waiting, 0);
  assert.equal(family.state.outbox.waiting, 0);
});

/** Whether the server's answer settles a request. */
const isClear = (status) => status < 500 && status !== 429;

/** A family with random actions, on a phone that dies at random, with an unreliable network. */
async function life(seed) {
  const random = seeded(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const {clock, server, phone, family} = await home();
  const tabs = [family];
  /** By entry: the possible final states. The last one was confirmed. */
  const wanted = new Map();
  const chains = new Map();
  const receive = server.fetch;
  server.fault = () => {
    const number = random();
    return number < 0.12 ? 'lost-request' : number < 0.24 ? 'lost-answer' : number < 0.28 ? 503 : null;
  };
  server.fetch = async (path, options) => {
    const key = options.headers['Idempotency-Key'];
    const id = path.split('/').at(-1);
    if (key) {
      const chain = chains.get(id);
      assert.ok(!chain || chain.isClear || chain.key === key, `seed ${seed}: ${id} under a second key`);
      chains.set(id, {key, isClear: false});
    }
    const answer = await receive(path, options);
    if (key && isClear(answer.status)) chains.set(id, {key, isClear: true});
    return answer;
  };
  const press = async (id, entry, work) => {
    const before = wanted.get(id) ?? [null];
    wanted.set(id, [...before, entry]);
    // It never ends if the page dies: then it may be stored or not.
    let isDone = false;
    work.then(() => isDone = true, () => {});
    await settled();
    if (isDone) wanted.set(id, [entry]);
  };
  let count = 0;
  for (let step = 0; step < 40; step++) {
    const tab = pick(tabs);
    const ids = [...wanted].filter(([, versions]) => versions.length === 1 && versions[0]).map(([id]) => id);
    switch (Math.floor(random() * 8)) {
      case 0:
      case 1: {
        clock.time += 1100;
        const draft = diaper(clock, {note: `n${++count}`});
        const id = `made-${seed}-${count}`;
        tab.parts.model.uuid = () => id;
        await press(id, draft, tab.logbook.log(draft));
        break;
      }
      case 2:
      case 3: {
        if (ids.length === 0) break;
        const id = pick(ids);
        const note = `n${++count}`;
        await press(id, {...wanted.get(id)[0], note}, tab.logbook.edit(id, {note}));
        break;
      }
      case 4: {
        if (ids.length === 0) break;
        const id = pick(ids);
        await press(id, null, tab.logbook.remove(id));
        break;
      }
      case 5:
        await clock.pass(pick([10, 60, 900, 5000, 40_000]));
        break;
      case 6: {
        // Dies at one of the next commits, before or after it.
        const when = pick(['before', 'after']);
        let left = Math.floor(random() * 4);
        tab.factory.onCommit = (time) => {
          if (time !== when || left-- > 0) return;
          tab.kill();
          throw new Error('dead');
        };
        await clock.pass(pick([0, 10, 60, 3000]));
        tab.kill();
        tabs.splice(tabs.indexOf(tab), 1);
        if (tabs.length === 0) {
          const next = await phone.open();
          tabs.push(next);
          next.look(true);
          next.sender.wake();
        }
        break;
      }
      default:
        if (tabs.length < 2) {
          const next = await phone.open();
          tabs.push(next);
          next.look(true);
        } else {
          tab.wake();
        }
    }
  }
  server.fault = () => null;
  for (const tab of tabs) tab.wake();
  await clock.pass(300_000);
  for (const tab of tabs) tab.wake();
  await clock.pass(300_000);
  for (const tab of tabs) {
    assert.deepEqual(tab.state.outbox, {waiting: 0, failed: 0, other: 0}, `seed ${seed}: nothing waits`);
    assert.deepEqual(tab.state.kept, [], `seed ${seed}: nobody else was there`);
  }
  for (const [id, versions] of wanted) {
    const entry = server.entries.get(id)?.entry;
    const content = entry && !entry.deletedAt ? entry.note : null;
    const possible = versions.map((version) => version?.note ?? null);
    assert.ok(possible.includes(content), `seed ${seed}: ${id} is ${content} and not ${possible}`);
  }
  assert.ok([...server.entries.keys()].every((id) => wanted.has(id)), `seed ${seed}: nothing is doubled`);
  const shown = [...tabs[0].state.entries.values()].flat().map((entry) => [entry.id, draftOf(entry)]);
  const there = [...server.entries.values()].map(({entry}) => entry).filter((entry) => !entry.deletedAt);
  assert.deepEqual(
      shown.sort(), there.map((entry) => [entry.id, draftOf(entry)]).sort(), `seed ${seed}: all is shown`);
}

/** Two people who change the same entries on two phones. */
async function couple(seed) {
  const random = seeded(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const clock = new FakeClock();
  const server = new FakeServer(clock);
  server.addChild('eva', {Anna: 'owner', Ben: 'caregiver'});
  const families = [];
  for (const name of ['Anna', 'Ben']) {
    const user = server.addUser(name);
    const phone = new Phone(server, clock, name);
    // Each has a cookie of their own.
    phone.server = {
      fetch: (path, options) => {
        server.current = user;
        return server.fetch(path, options);
      }
    };
    const family = await phone.open();
    await family.sessions.signIn({email: user.email, password: 'password'});
    family.look(true);
    families.push(family);
  }
  await clock.pass(100);
  server.fault = () => {
    const number = random();
    return number < 0.15 ? 'lost-request' : number < 0.3 ? 'lost-answer' : number < 0.35 ? 503 : null;
  };
  let count = 0;
  for (let step = 0; step < 50; step++) {
    const family = pick(families);
    const entry = pick([...family.state.entries.values()].flat());
    const running = family.state.dashboard?.runningSleep;
    clock.time += 1100;
    const at = new Date(clock.now()).toISOString();
    const actions = [
      () => family.logbook.log({kind: 'note', note: `n${++count}`, start: at}),
      () => entry && family.logbook.edit(entry.id, {note: `n${++count}`}),
      () => entry && family.logbook.remove(entry.id),
      () => family.logbook.undo(),
      () => (running ? family.logbook.edit(running.id, {end: at}) : family.logbook.log({kind: 'sleep', start: at})),
      () => clock.pass(pick([10, 300, 4000, 40_000])),
      () => family.wake(),
    ];
    try {
      await pick(actions)();
    } catch (error) {
      // The other one was quicker.
      assert.equal(error.code, 'not_found');
    }
  }
  server.fault = () => null;
  for (let round = 0; round < 3; round++) {
    for (const family of families) family.wake();
    await clock.pass(120_000);
  }
  const live = [...server.entries.values()].map(({entry}) => entry).filter(({deletedAt}) => !deletedAt);
  const said = (entries) => entries.map((entry) => [entry.id, draftOf(entry)]).sort();
  for (const family of families) {
    assert.deepEqual(family.state.outbox, {waiting: 0, failed: 0, other: 0}, `seed ${seed}: nothing waits`);
    const shown = [...family.state.entries.values()].flat();
    assert.deepEqual(said(shown), said(live), `seed ${seed}: both see what there is`);
  }
  const sleeps = live.filter((entry) => entry.kind === 'sleep' && !entry.end && !entry.endUnknown);
  assert.ok(sleeps.length <= 1, `seed ${seed}: ${sleeps.length} run`);
}

const lives = Number(process.env.LIVES ?? 25);
const first = Number(process.env.SEED ?? 1);

test(`${lives} phones that die and lose their network lose and duplicate nothing`, async () => {
  for (let seed = first; seed < first + lives; seed++) await life(seed);
});

test(`${lives} pairs of phones agree in the end`, async () => {
  for (let seed = first; seed < first + lives; seed++) await couple(seed);
});
