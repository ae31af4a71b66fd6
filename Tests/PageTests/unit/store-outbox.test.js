import assert from 'node:assert/strict';
import {test} from 'node:test';

import * as outbox from '../../../Sources/BabyServer/Web/app/store/outbox.js';

const now = 1_000_000;
const at = (second) => new Date(now + second * 1000).toISOString();
const entry = (id, more = {}) => (
    {id, childId: 'c', kind: 'diaper', start: at(0), type: 'wet', createdAt: at(0), updatedAt: at(0), ...more});
const enqueue = (row, entry, number = 1, known = null) =>
    outbox.enqueue(row, entry, {userId: 'u', number, known});
const sent = (row, key = 'k') => outbox.begun(row, key);
const failed = (row, kind = 'network') => ({...row, state: 'failed', failure: {kind, message: ''}, failedAt: now});
const deleted = (entry) => ({...entry, deletedAt: at(5)});

test('a new entry is sent as new, and a changed one with its base version', () => {
  const made = sent(enqueue(null, entry('a')));
  assert.deepEqual(outbox.request(made), {
    method: 'PUT',
    path: '/v1/entries/a',
    headers: {'Idempotency-Key': 'k', 'If-None-Match': '*'},
    body: {childId: 'c', kind: 'diaper', start: at(0), type: 'wet'}
  });
  const changed = sent(enqueue(null, entry('a', {type: 'dirty'}), 1, entry('a', {updatedAt: at(9)})));
  assert.equal(outbox.request(changed).headers['If-Match'], `"${at(9)}"`);
  const gone = sent(enqueue(null, deleted(entry('a')), 1, entry('a')));
  assert.deepEqual(outbox.request(gone), {
    method: 'DELETE',
    path: '/v1/entries/a',
    headers: {'Idempotency-Key': 'k', 'If-Match': `"${at(0)}"`}
  });
});

test('a change that was never sent is replaced and keeps its position', () => {
  const row = enqueue(enqueue(null, entry('a')), entry('a', {type: 'dirty'}), 2);
  assert.equal(row.entry.type, 'dirty');
  assert.equal(row.number, 1);
  assert.equal(enqueue(row, deleted(row.entry), 3), null);
});

test('a sent change is frozen with its key until it is settled', () => {
  const row = enqueue(sent(enqueue(null, entry('a'))), deleted(entry('a')), 2);
  assert.equal(row.sent.deletedAt, undefined);
  assert.ok(outbox.hasLater(row));
  const again = outbox.begun(row, 'other');
  assert.equal(again.key, 'k');
  assert.equal(outbox.request(again).method, 'PUT');
});

test('an edit and a deletion made offline are sent in order, so that undo restores the deleted version', () => {
  const known = entry('a', {updatedAt: at(9)});
  const edit = enqueue(null, entry('a', {type: 'dirty'}), 1, known);
  const both = enqueue(edit, deleted(edit.entry), 2, known);
  const first = outbox.request(sent(both));
  assert.deepEqual([first.method, first.body.type, outbox.hasLater(sent(both))], ['PUT', 'dirty', true]);
  // After an undo, nothing follows the edit; after another deletion, one deletion does.
  const back = enqueue(both, edit.entry, 3, known);
  assert.equal(outbox.hasLater(sent(back)), false);
  assert.equal(outbox.request(sent(enqueue(back, deleted(edit.entry), 4, known))).method, 'PUT');
  // An edit without effect: the server already has the same values.
  const same = enqueue(enqueue(null, known, 1, known), deleted(known), 2, known);
  assert.equal(outbox.request(sent(same)).method, 'DELETE');
});

test('a refused change is replaced by one with a new key', () => {
  const refused = failed(sent(enqueue(null, entry('a'))), 'refused');
  const row = enqueue(refused, entry('a', {type: 'dirty'}), 7);
  assert.deepEqual([row.key, row.number, row.state, row.base], [null, 7, 'waiting', null]);
  assert.equal(enqueue(refused, deleted(entry('a')), 7), null);
  // A poll has brought it anyway.
  assert.equal(enqueue(refused, deleted(entry('a')), 7, entry('a', {updatedAt: at(3)})).base, at(3));
});

test('editing a failed change starts a new series of attempts', () => {
  const row = enqueue(failed({...sent(enqueue(null, entry('a'))), sends: 5}), entry('a', {type: 'dirty'}), 2);
  assert.deepEqual([row.state, row.sends, row.key], ['waiting', 0, 'k']);
});

test('due changes are sent in order, and never before one that they depend on', () => {
  const rows = [
    {...enqueue(null, entry('b'), 2), nextAt: now + 5},
    enqueue(null, entry('c'), 3),
    {...enqueue(null, entry('a'), 1), behind: 'b'},
    failed(enqueue(null, entry('d'), 0)),
  ];
  assert.equal(outbox.next(rows, now).entryId, 'c');
  assert.equal(outbox.next(rows.slice(0, 1), now), null);
  assert.equal(outbox.nextInstant(rows.slice(0, 1)), now + 5);
  // Nothing waits for an entry that the server will never have.
  const refused = rows.map((row) => (row.entryId === 'b' ? failed(row, 'refused') : row));
  assert.equal(outbox.next(refused, now).entryId, 'a');
  // The clock was set back since it began to wait.
  assert.equal(outbox.next([{...rows[0], waitsSince: now + 10}], now).entryId, 'b');
});

test('retries follow after 2, 4, 8 and 16 seconds', () => {
  const times = [0, 1, 2, 3, 4, 5].map((sends) => outbox.retryAt(sends, 0));
  assert.deepEqual(times, [0, 2000, 4000, 8000, 16000, null]);
});

test('changes that failed without an answer are queued again: at once after an outage, otherwise hourly', () => {
  const rows = [
    failed(enqueue(null, entry('a'))), failed(enqueue(null, entry('b')), 'refused'),
    {...failed(enqueue(null, entry('c'))), requeuedAt: now - 1000}, failed(enqueue(null, entry('d')), 'server')
  ];
  const ids = (isOver, time = now) =>
      outbox.revived(rows, {isOver, now: time}).map((row) => row.entryId);
  assert.deepEqual(ids(true), ['a', 'c', 'd']);
  assert.deepEqual(ids(false), ['a']);
  assert.deepEqual(ids(false, now + 3_600_000), ['a', 'c', 'd']);
});

test('only a refused change, or one that an online server does not accept, counts as stuck', () => {
  const stuck = (kind, isOnline) => outbox.isStuck(failed(enqueue(null, entry('a')), kind), isOnline);
  assert.deepEqual([stuck('network', true), stuck('network', false)], [false, false]);
  assert.deepEqual([stuck('server', true), stuck('server', false)], [true, false]);
  assert.deepEqual([stuck('refused', true), stuck('refused', false)], [true, true]);
  assert.equal(outbox.isStuck(enqueue(null, entry('a')), true), false);
});

test('contents are compared regardless of the order of their members', () => {
  assert.ok(outbox.isSame(entry('a', {note: null}), {type: 'wet', ...entry('a', {author: 'Ben', endUnknown: false})}));
  assert.ok(!outbox.isSame(entry('a'), entry('a', {type: 'dirty'})));
  assert.ok(outbox.isSame(deleted(entry('a')), deleted(entry('a', {type: 'dirty'}))));
  assert.ok(!outbox.isSame(entry('a'), deleted(entry('a'))));
});
