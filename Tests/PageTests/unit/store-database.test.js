import assert from 'node:assert/strict';
import {test} from 'node:test';

import {Database} from '../../../Sources/BabyPage/Web/app/store/database.js';
import {Factory} from './support/indexeddb.js';

const opened = (factory) => new Database(factory);
const value = (name, value) => ({name, value});

test('a transaction is kept as a whole', async () => {
  const database = opened(new Factory());
  await database.write(['values'], async (tx) => {
    await tx.put('values', value('a', 1));
    await tx.put('values', value('b', 2));
  });
  await assert.rejects(
      database.write(['values'], async (tx) => {
        await tx.put('values', value('a', 3));
        throw new RangeError('stop');
      }),
      RangeError);
  assert.deepEqual(await database.read(['values'], (tx) => tx.all('values')), [value('a', 1), value('b', 2)]);
});

test('what was kept is there again, and only the first time is new', async () => {
  const disk = new Map();
  const first = opened(new Factory(disk));
  await first.write(['values'], (tx) => tx.put('values', value('a', 1)));
  assert.equal(first.isNew, true);
  const second = opened(new Factory(disk));
  assert.deepEqual(await second.read(['values'], (tx) => tx.get('values', 'a')), value('a', 1));
  assert.equal(second.isNew, false);
});

test('a lost connection is opened again', async () => {
  const factory = new Factory();
  const database = opened(factory);
  await database.write(['values'], (tx) => tx.put('values', value('a', 1)));
  factory.lose();
  assert.deepEqual(await database.read(['values'], (tx) => tx.get('values', 'a')), value('a', 1));
  factory.failures.push('UnknownError');
  await database.write(['values'], (tx) => tx.put('values', value('a', 2)));
  assert.deepEqual(await database.read(['values'], (tx) => tx.get('values', 'a')), value('a', 2));
});

test('full storage and storage that is refused have names', async () => {
  const factory = new Factory();
  const database = opened(factory);
  const put = () => database.write(['values'], (tx) => tx.put('values', value('a', 1)));
  factory.failures.push('QuotaExceededError');
  await assert.rejects(put(), {code: 'storage_full'});
  factory.failures.push('UnknownError', 'UnknownError');
  await assert.rejects(put(), {code: 'storage_refused'});
  const refused = new Factory();
  refused.refusal = 'SecurityError';
  await assert.rejects(opened(refused).read(['values'], (tx) => tx.all('values')), {code: 'storage_refused'});
});

test('a write that fails ends its transaction, and says why, whatever is read beside it', async () => {
  const factory = new Factory();
  const database = opened(factory);
  factory.refused = 'b';
  const attempt = database.write(['values'], async (tx) => {
    tx.put('values', value('a', 1));
    tx.put('values', value('b', 2));
    return tx.get('values', 'a');
  });
  await assert.rejects(attempt, {code: 'storage_full'});
  factory.refused = null;
  assert.deepEqual(await database.read(['values'], (tx) => tx.all('values')), []);
});

test('what has no key is refused, and nothing is written beside it', async () => {
  const database = opened(new Factory());
  await assert.rejects(
      database.write(['values'], (tx) => {
        tx.put('values', value('a', 1));
        tx.put('values', {value: 2});
      }),
      {code: 'storage_refused'});
  assert.deepEqual(await database.read(['values'], (tx) => tx.all('values')), []);
});

test('entries are found by their start, and writers take turns', async () => {
  const database = opened(new Factory());
  await database.write(['entries'], async (tx) => {
    for (const day of [1, 2, 3, 4]) {
      await tx.put('entries', {id: `e${day}`, childId: 'c', start: `2026-01-0${day}`});
    }
  });
  const range = {index: 'start', from: ['c', '2026-01-02'], to: ['c', '2026-01-04']};
  const keys = await database.read(['entries'], (tx) => tx.keys('entries', range));
  assert.deepEqual(keys, ['e2', 'e3']);
  const add = () => database.write(['values'], async (tx) => {
    const old = await tx.get('values', 'n');
    await tx.put('values', value('n', (old?.value ?? 0) + 1));
  });
  await Promise.all([add(), add(), add()]);
  assert.deepEqual(await database.read(['values'], (tx) => tx.get('values', 'n')), value('n', 3));
});
