import assert from 'node:assert/strict';
import {test} from 'node:test';

import * as outbox from '../../../Sources/BabyServer/Web/app/store/outbox.js';
import {settle} from '../../../Sources/BabyServer/Web/app/store/settle.js';

const now = 1_000_000;
const at = (second) => new Date(now + second * 1000).toISOString();
const entry = (more = {}) => (
    {id: 'a', childId: 'c', kind: 'sleep', start: at(0), createdAt: at(0), updatedAt: at(0), ...more});
const row = (more = {}, entry_ = entry()) => (
    {...outbox.begun(outbox.fresh({userId: 'u', number: 1, entry: entry_, base: null}), 'k'), ...more});
const context = (more = {}) => ({now, skew: 0, number: 9, known: null, other: null, ...more});
const theirs = (more = {}) => entry({updatedAt: at(50), author: 'Ben', ...more});

test('an accepted change leaves the outbox, and the next one follows', () => {
  const done = settle(row(), {kind: 'accepted', entry: theirs()}, context());
  assert.deepEqual([done.rows, done.place], [[], [theirs()]]);
  assert.deepEqual(done.news, {kind: 'sent', wasRequested: false});
  const later = settle(row({entry: entry({end: at(9)})}), {kind: 'accepted', entry: theirs()}, context());
  const [next] = later.rows;
  assert.deepEqual([next.base, next.key, next.entry.end, next.number], [at(50), null, at(9), 1]);
});

test('a poll may bring a newer version than the answer', () => {
  const newer = theirs({note: 'newer', updatedAt: at(60)});
  const done = settle(row(), {kind: 'accepted', entry: theirs()}, context({known: newer}));
  assert.deepEqual(done.place, [newer]);
  // The change's base is not, although a restored server has begun at an earlier time.
  const base = entry({updatedAt: at(90)});
  const back = settle(row({base: base.updatedAt}), {kind: 'accepted', entry: theirs()}, context({known: base}));
  assert.deepEqual(back.place, [theirs()]);
});

test('a change that succeeds after Retry is reported', () => {
  const asked = (isRequested) => settle(row({isRequested}), {kind: 'accepted', entry: theirs()}, context()).news.wasRequested;
  assert.deepEqual([asked(true), asked(false)], [true, false]);
});

test('in a conflict, their version is shown and ours is kept, unless both are equal', () => {
  const other = settle(row(), {kind: 'conflict', entry: theirs({note: 'x'})}, context());
  assert.deepEqual([other.rows, other.place], [[], [theirs({note: 'x'})]]);
  assert.deepEqual(other.kept, [{entry: entry(), reason: 'conflict'}]);
  const same = settle(row(), {kind: 'conflict', entry: theirs()}, context());
  assert.deepEqual([same.kept, same.news.kind], [[], 'sent']);
});

test('a later local change may equal theirs', () => {
  const deleted = {...entry(), deletedAt: at(3)};
  const theirsToo = theirs({deletedAt: at(50)});
  const both = settle(row({sent: entry(), entry: deleted}), {kind: 'conflict', entry: theirsToo}, context());
  assert.deepEqual([both.rows, both.place, both.kept, both.news.kind], [[], [theirsToo], [], 'sent']);
});

test('a change that the server has received after all does not conflict with later local changes', () => {
  const changed = row({entry: entry({end: at(9)})});
  const {rows: [next], kept} = settle(changed, {kind: 'conflict', entry: theirs()}, context());
  assert.deepEqual([next.entry.end, next.base, kept], [at(9), at(50), []]);
});

test('a poll may have brought a newer version than the one in a conflict’s answer', () => {
  const newest = theirs({note: 'newest', updatedAt: at(60)});
  const {place} = settle(row(), {kind: 'conflict', entry: theirs({note: 'x'})}, context({known: newest}));
  assert.deepEqual(place, [newest]);
});

test('deleting one\'s own new entry does not delete another person\'s version of it', () => {
  const refusal = {kind: 'refused', status: 403, message: '', fields: []};
  const deleted = row({entry: entry({deletedAt: at(3)})});
  const known = theirs({note: 'by Ben'});
  const {rows, place, news} = settle(deleted, refusal, context({known}));
  assert.deepEqual([rows, place, news.kind], [[], [known], 'conflict']);
});

test('a missing network is tried five times', () => {
  const outage = {kind: 'unavailable', failure: 'network', message: ''};
  const first = settle(row(), outage, context());
  assert.deepEqual([first.rows[0].nextAt, first.news], [now + 2000, {kind: 'retrying', isFirst: true}]);
  const last = settle(row({sends: 5}), outage, context());
  assert.deepEqual([last.rows[0].state, last.news], ['failed', {kind: 'failed', wasRequested: false}]);
  // A retry was requested while it was being sent.
  assert.equal(settle(row({sends: 0}), outage, context()).rows[0].nextAt, now);
});

test('a refused change waits for a decision, unless a later change replaces it', () => {
  const refusal = {kind: 'refused', status: 403, message: 'You may only look.', fields: []};
  const [only] = settle(row(), refusal, context()).rows;
  assert.deepEqual([only.state, only.failure.message], ['failed', 'You may only look.']);
  const [later] = settle(row({entry: entry({end: at(3)})}), refusal, context()).rows;
  assert.deepEqual([later.state, later.key, later.entry.end], ['waiting', null, at(3)]);
  // Made and deleted again: the server has neither.
  const gone = settle(row({entry: entry({deletedAt: at(3)})}), refusal, context());
  assert.deepEqual([gone.rows, gone.forget], [[], ['a']]);
});

test('deleting an entry that the server does not have succeeds', () => {
  const deletion = row({base: at(0)}, entry({deletedAt: at(1)}));
  const missing = {kind: 'refused', status: 404, message: '', fields: []};
  assert.deepEqual(settle(deletion, missing, context()).news.kind, 'sent');
  assert.deepEqual(settle(deletion, missing, context({known: theirs()})).news.kind, 'conflict');
});

test('an entry in the server\'s future waits, and this does not count as an attempt', () => {
  const early = {kind: 'refused', status: 400, message: 'start is in the future.', fields: ['start']};
  const future = row({}, entry({start: at(120)}));
  const [waiting] = settle(future, early, context({skew: -5000})).rows;
  assert.deepEqual([waiting.state, waiting.nextAt, waiting.sends], ['waiting', now + 125_000, 0]);
  const wrong = {...early, fields: ['start', 'note']};
  assert.equal(settle(future, wrong, context()).rows[0].state, 'failed');
});

test('rate limiting and an expired session do not count as attempts', () => {
  const [limited] = settle(row(), {kind: 'limited', pause: 7000, message: ''}, context()).rows;
  assert.deepEqual([limited.nextAt, limited.sends], [now + 7000, 0]);
  assert.equal(settle(row(), {kind: 'limited', pause: null, message: ''}, context()).rows[0].nextAt, now + 60_000);
  const paused = settle(row(), {kind: 'unauthorized'}, context());
  assert.deepEqual([paused.rows[0].sends, paused.rows[0].key, paused.news.kind], [0, 'k', 'paused']);
});

test('of two timers, the one that began first stays', () => {
  const clash = (start, more = {}) => ({kind: 'clash', message: '', entry: theirs({id: 'b', start: at(start), ...more})});
  const ours = settle(row(), clash(10), context());
  assert.deepEqual(ours.rows.map(({entryId, behind}) => [entryId, behind]), [['b', null], ['a', 'b']]);
  assert.ok(ours.rows[0].entry.deletedAt);
  assert.equal(ours.rows[0].base, at(50));
  // One with a note stays in the log.
  const noted = settle(row(), clash(10, {note: 'x'}), context());
  assert.equal(noted.rows[0].entry.endUnknown, true);
  const gone = settle(row(), clash(-10), context());
  assert.deepEqual([gone.rows, gone.forget, gone.kept[0].reason], [[], ['a'], 'started-twice']);
  const kept = settle(row({}, entry({note: 'x'})), clash(-10), context());
  assert.deepEqual([kept.rows[0].entry.endUnknown, kept.rows[0].key], [true, null]);
});

test('a timer that has ended meanwhile is sent as finished, and one that is being sent is waited for', () => {
  const clash = {kind: 'clash', message: 'One runs.', entry: theirs({id: 'b'})};
  const ended = settle(row({entry: entry({end: at(9)})}), clash, context());
  assert.deepEqual([ended.rows[0].key, ended.rows[0].entry.end], [null, at(9)]);
  const other = outbox.fresh({userId: 'u', number: 2, entry: entry({id: 'b', end: at(1)}), base: at(0)});
  assert.equal(settle(row(), clash, context({other})).rows[0].behind, 'b');
});
