// The request for a sentence, and the handling of what the server has understood.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {unsent} from '../../../Sources/BabyServer/Web/app/model/generated/limits.js';

import {FakeClock} from './support/clock.js';
import {Phone} from './support/phone.js';
import {FakeServer} from './support/server.js';

async function home() {
  const clock = new FakeClock();
  const server = new FakeServer(clock);
  server.addUser('Anna');
  for (const child of ['eva', 'tom']) server.addChild(child, {Anna: 'owner'});
  const family = await new Phone(server, clock).open();
  await family.sessions.signIn({email: 'Anna@example.org', password: 'password'});
  family.look(true);
  await clock.pass(100);
  const ago = (minutes) => new Date(clock.now() - minutes * 60_000).toISOString();
  const say = async (text, understood) => {
    server.understood[text] = understood;
    const view = await family.sentences.carryOut(await family.sentences.understand(text));
    await clock.pass(2000);
    return view;
  };
  return {clock, server, family, ago, say};
}

const asked = (server) => server.requests.filter(({path}) => path.endsWith('/phrases'));

test('a sentence is sent with the child\'s pending changes, and changes nothing by itself', async () => {
  const {clock, server, family, ago} = await home();
  const before = ago(9);
  const {id: old} = await family.logbook.log({kind: 'diaper', type: 'wet', start: before});
  await clock.pass(2000);
  server.fault = ({path}) => (path.startsWith('/v1/entries/') ? 'lost-request' : null);
  await family.logbook.log({kind: 'sleep', start: ago(30), childId: 'tom'});
  const {id, start} = await family.logbook.log({kind: 'sleep', start: ago(20), note: 'in the pram'});
  await family.logbook.remove(old);
  server.understood['woke up'] = {does: 'log'};
  await family.sentences.understand('woke up');
  const [{method, path, body}] = asked(server);
  assert.deepEqual([method, path, body.text], ['POST', '/v1/children/eva/phrases', 'woke up']);
  assert.deepEqual(body.unsent, [
    {id, childId: 'eva', kind: 'sleep', start, note: 'in the pram'},
    {id: old, childId: 'eva', kind: 'diaper', type: 'wet', start: before, deleted: true},
  ]);
  assert.equal(family.state.outbox.waiting, 3);
});

test('only the newest rows are sent if there are more than the server accepts', async () => {
  const {server, family, ago} = await home();
  server.fault = ({path}) => (path.startsWith('/v1/entries/') ? 'lost-request' : null);
  const ids = [];
  for (let count = 0; count < unsent + 3; count++) ids.push((await family.logbook.log({kind: 'diaper', type: 'wet', start: ago(count * 5)})).id);
  server.understood.wet = {does: 'log'};
  await family.sentences.understand('wet');
  assert.deepEqual(asked(server)[0].body.unsent.map(({id}) => id), ids.slice(3));
});

test('an understood entry is logged like a press, with its banner and undo', async () => {
  const {clock, server, family, ago, say} = await home();
  const entry = {childId: 'eva', kind: 'diaper', type: 'wet', start: ago(60)};
  const {id} = await say('wet an hour ago', {does: 'log', entry});
  assert.deepEqual([family.state.banner.text, family.state.banner.action], ['Logged diaper', 'edit-undo']);
  assert.equal(server.entries.get(id).entry.start, entry.start);
  await family.logbook.undo();
  await clock.pass(2000);
  assert.ok(server.entries.get(id).entry.deletedAt);
});

test('an ended timer keeps no member that no longer applies', async () => {
  const {server, family, ago, say} = await home();
  const feed = {childId: 'eva', kind: 'feeding', method: 'breast', start: ago(20)};
  const {id} = await say('left', {does: 'log', entry: {...feed, timedSide: 'left', timedSince: ago(20)}});
  await say('done', {does: 'change', entryId: id, entry: {...feed, end: ago(1), leftSeconds: 1140}});
  const {timedSide, timedSince, end, leftSeconds, author, start} = server.entries.get(id).entry;
  assert.deepEqual([timedSide, timedSince, leftSeconds, author, start], [undefined, undefined, 1140, 'Anna', feed.start]);
  assert.ok(end > start);
  assert.equal(family.state.banner.text, 'Updated feeding');
});

test('a timer that was just started elsewhere can be ended, and an accidental one is undone', async () => {
  const {server, family, ago, say} = await home();
  const sleep = {childId: 'eva', kind: 'sleep', start: ago(30)};
  server.write({id: 'theirs', ...sleep});
  const end = ago(1);
  await say('woke up', {does: 'change', entryId: 'theirs', entry: {...sleep, end}});
  assert.equal(server.entries.get('theirs').entry.end, end);
  server.write({id: 'slip', ...sleep, start: ago(2)});
  await say('cancel sleep', {does: 'remove', entryId: 'slip', entry: sleep});
  assert.ok(server.entries.get('slip').entry.deletedAt);
  assert.equal(family.state.outbox.waiting, 0);
});

test('an entry for another child is logged there, and that child is shown', async () => {
  const {server, family, ago, say} = await home();
  const {id} = await say('Tom is wet', {does: 'log', entry: {childId: 'tom', kind: 'diaper', type: 'wet', start: ago(1)}});
  assert.deepEqual([family.state.childId, family.state.banner.text], ['tom', 'Logged diaper']);
  assert.equal(server.entries.get(id).entry.childId, 'tom');
});
