import assert from 'node:assert/strict';
import {test} from 'node:test';

import {Database} from '../../../Sources/BabyServer/Web/app/store/database.js';
import {Factory} from './support/indexeddb.js';

const opened = (factory) => new Database(factory);
const value = (name, value) => ({name, value});

test('a transaction is stored completely or not at all', async () => {
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

test('stored data is there again, and only the first start counts as new', async () => {
  const disk = new Map();
  const first = opened(new Factory(disk));
  await first.write(['values'], (tx) => tx.put('values', value('a', 1)));
  assert.equal(first.isNew, true);
  const second = opened(new Factory(disk));
  assert.deepEqual(await second.read(['values'], (tx) => tx.get('values', 'a')), value('a', 1));
  assert.equal(second.isNew, false);
});

test('a connection that was opened early is used if it has the current version', async () => {
  const disk = new Map();
  await opened(new Factory(disk)).write(['values'], (tx) => tx.put('values', value('a', 1)));
  const [file] = disk.values();
  const early = (version) => {
    const connection = {version, closed: 0, transactions: 0};
    const real = new Promise((resolve) => {
      const request = new Factory(disk).open('babybasics', 1);
      request.onsuccess = () => resolve(request.result);
    });
    connection.transaction = (...all) => (connection.transactions++, connection.real.transaction(...all));
    connection.close = () => connection.closed++;
    return real.then((real) => Object.assign(connection, {real}));
  };
  const read = (opening) => new Database(new Factory(disk), opening).read(['values'], (tx) => tx.get('values', 'a'));
  assert.equal(file.version, 1);
  const same = await early(1);
  assert.deepEqual(await read(Promise.resolve(same)), value('a', 1));
  assert.deepEqual([same.transactions, same.closed], [1, 0]);
  const older = await early(0);
  assert.deepEqual(await read(Promise.resolve(older)), value('a', 1));
  assert.deepEqual([older.transactions, older.closed], [0, 1]);
  assert.deepEqual(await read(Promise.resolve(null)), value('a', 1), 'nothing was there, or nothing is kept');
});

test('the page does not wait for a new database', async () => {
  const disk = new Map();
  const factory = new Factory(disk);
  const database = new Database(factory, Promise.resolve(null));
  let ends;
  const {open} = factory;
  factory.open = () => {
    const request = {};
    new Promise((done) => (ends = done)).then(() => {
      const real = open.call(factory, 'babybasics', 1);
      real.onupgradeneeded = (event) => {
        request.result = real.result;
        request.onupgradeneeded(event);
      };
      real.onsuccess = () => request.onsuccess();
    });
    return request;
  };
  await database.begin();
  assert.deepEqual([database.isNew, disk.size], [true, 0]);
  const written = database.write(['values'], (tx) => tx.put('values', value('a', 1)));
  ends();
  await written;
  assert.deepEqual(await database.read(['values'], (tx) => tx.get('values', 'a')), value('a', 1));
  const next = new Database(new Factory(disk));
  await next.begin();
  assert.equal(next.isNew, false);
});

test('the page waits only once for a connection that never opens', async (context) => {
  context.mock.timers.enable({apis: ['setTimeout']});
  const database = new Database(new Factory(), new Promise(() => {}));
  const refused = assert.rejects(database.begin(), {code: 'storage_refused'});
  context.mock.timers.tick(8_000);
  await refused;
  await database.begin();
  assert.equal(database.isNew, true);
});

test('a connection that was opened early can be lost like any other', async () => {
  const disk = new Map();
  const first = new Factory(disk);
  await opened(first).write(['values'], (tx) => tx.put('values', value('a', 1)));
  const request = first.open('babybasics', 1);
  await new Promise((resolve) => (request.onsuccess = resolve));
  request.result.version = 1;
  const database = new Database(first, Promise.resolve(request.result));
  await database.open();
  assert.equal(database.isNew, false);
  first.lose();
  assert.deepEqual(await database.read(['values'], (tx) => tx.get('values', 'a')), value('a', 1));
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

test('full storage and refused storage have error codes', async () => {
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

test('a failed write ends its transaction with its reason, whatever is read meanwhile', async () => {
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

test('a record without a key is refused, and nothing else is written with it', async () => {
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
