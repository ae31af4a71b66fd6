import assert from 'node:assert/strict';
import {test} from 'node:test';

import {Api} from '../../../Sources/BabyServer/Web/app/store/api.js';
import {begun, fresh} from '../../../Sources/BabyServer/Web/app/store/outbox.js';
import {sendRow} from '../../../Sources/BabyServer/Web/app/store/sender.js';
import {FakeClock} from './support/clock.js';

const json = (status, body, headers = {}) =>
    new Response(JSON.stringify(body), {status, headers: {'Content-Type': 'application/json', ...headers}});
const error = (status, code, more = {}) => json(status, {error: {code, message: 'No.', details: [], ...more}});

function api(...answers) {
  const clock = new FakeClock();
  const asked = [];
  const api = new Api({
    clock,
    fetch: async (path, options) => {
      asked.push([path, options]);
      const answer = answers.shift();
      return typeof answer === 'function' ? answer(options) : answer;
    }
  });
  return {api, asked, clock};
}

test('a request is marked as the page\'s, and goes to no other server', async () => {
  const {api: server, asked} = api(json(200, {a: 1}, {ETag: '"x"'}));
  assert.deepEqual(await server.send('PUT', '/v1/x', {body: {b: 2}}), {status: 200, body: {a: 1}, tag: '"x"'});
  const [, {headers, redirect, body}] = asked[0];
  assert.deepEqual([headers['Babybasics-Page'], redirect, body], ['1', 'error', '{"b":2}']);
});

test('304 and 204 count as answers', async () => {
  const {api: server} = api(new Response(null, {status: 304, headers: {ETag: '"x"'}}), new Response(null, {status: 204}));
  assert.equal((await server.send('GET', '/v1/x')).status, 304);
  assert.equal((await server.send('DELETE', '/v1/x')).body, null);
});

test('each kind of failure has a code', async () => {
  const cases = [
    [error(400, 'invalid', {details: [{field: 'a', message: 'b'}]}), {code: 'invalid', status: 400, message: 'No.', details: [{field: 'a', message: 'b'}]}],
    [error(422, 'phrase_unclear', {choices: ['wet', 'dirty']}), {code: 'phrase_unclear', choices: ['wet', 'dirty']}],
    [error(422, 'phrase_refused', {choices: 'wet'}), {code: 'phrase_refused', choices: null, isOutage: false}],
    [error(429, 'rate_limited', {}), {code: 'rate_limited', retryAfter: null, details: [], entry: null}],
    [new Response('<html>', {status: 200, headers: {'Content-Type': 'text/html'}}), {code: 'bad_answer', isOutage: true}],
    [new Response('<html>', {status: 404, headers: {'Content-Type': 'text/html'}}), {code: 'bad_answer', isOutage: true}],
    [json(403, {message: 'a proxy'}), {code: 'bad_answer', isOutage: true}],
    [new Response('{', {status: 200, headers: {'Content-Type': 'application/json'}}), {code: 'bad_answer'}],
    [error(503, 'unavailable'), {code: 'server', status: 503, isOutage: true}],
    [() => Promise.reject(new TypeError('Failed to fetch')), {code: 'network', isOutage: true}],
  ];
  for (const [answer, expected] of cases) {
    const {api: server} = api(answer);
    await assert.rejects(server.send('GET', '/v1/x'), (found) => {
      for (const [name, value] of Object.entries(expected)) assert.deepEqual(found[name], value, name);
      return true;
    });
  }
});

test('only the beginning of an endless answer is read', async () => {
  let count = 0;
  let isCut = false;
  const body = new ReadableStream({
    pull: (stream) => {
      count++;
      stream.enqueue(new Uint8Array(1_000_000).fill(32));
    }
  });
  const {api: server} = api(({signal}) => {
    signal.addEventListener('abort', () => isCut = true);
    return new Response(body, {headers: {'Content-Type': 'application/json'}});
  });
  await assert.rejects(server.send('GET', '/v1/x'), {code: 'bad_answer'});
  assert.ok(count <= 12, `${count} million`);
  assert.ok(isCut);
});

test('a long error is cut, and its problems with fields are a list', async () => {
  const details = Array.from({length: 1000}, (_, number) => ({field: `f${number}`, message: 'No.'}));
  const {api: server} = api(error(400, 'invalid', {message: 'a'.repeat(9999), details}), error(400, 'invalid', {details: 'none'}));
  await assert.rejects(server.send('GET', '/v1/x'), ({message, details}) => message.length === 500 && details.length === 20);
  await assert.rejects(server.send('GET', '/v1/x'), {code: 'invalid', details: []});
});

test('a missing answer times out', async () => {
  const {api: server, clock} = api(({signal}) => new Promise((_, reject) => {
                                     signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
                                   }));
  const asked = assert.rejects(server.send('GET', '/v1/x'), {code: 'network'});
  await clock.pass(30_000);
  await asked;
});

test('the clock\'s estimate moves no further than answers allow', async () => {
  const aheads = [0, 0, 0, 60_000, 60_000];
  const {api: server, clock} = api(...aheads.map((ahead) => () => {
    const date = new Date(Math.floor((clock.time + ahead) / 1000) * 1000).toUTCString();
    return json(200, {}, {Date: date});
  }));
  for (const ahead of aheads) {
    clock.time += 1234;
    await server.send('GET', '/v1/x');
    if (ahead === 0) assert.equal(server.offset, 0);
    assert.ok(Math.abs(server.offset - ahead) <= 1000, `${server.offset} of ${ahead}`);
  }
});

const entry = {id: 'a', childId: 'c', kind: 'diaper', start: '2026-11-21T20:00:00.000Z', createdAt: '', updatedAt: '2026-11-21T20:00:01.000Z'};
const row = (base = null, more = {}) =>
    begun(fresh({userId: 'u', number: 1, entry: {...entry, ...more}, base}), 'k');

test('the result of a change is described in the outbox\'s words', async () => {
  const cases = [
    [json(200, entry), {kind: 'accepted', entry}],
    [json(200, {...entry, id: 'b'}), {kind: 'unavailable', failure: 'server'}],
    [error(409, 'timer_running', {entry}), {kind: 'clash', entry}],
    [error(412, 'changed', {entry}), {kind: 'conflict', entry}],
    [error(409, 'entry_deleted', {entry}), {kind: 'conflict', entry}],
    [error(401, 'unauthorized'), {kind: 'unauthorized'}],
    [error(429, 'rate_limited'), {kind: 'limited', pause: null}],
    [error(400, 'invalid', {details: [{field: 'start', message: 'x'}]}), {kind: 'refused', status: 400, fields: ['start']}],
    [error(500, 'internal_error'), {kind: 'unavailable', failure: 'server'}],
    [() => Promise.reject(new TypeError('x')), {kind: 'unavailable', failure: 'network'}],
  ];
  for (const [answer, expected] of cases) {
    const result = await sendRow(api(answer).api, row());
    for (const [name, value] of Object.entries(expected)) assert.deepEqual(result[name], value, JSON.stringify(expected));
  }
});

test('an entry that the server has lost is a new one there, under the same key', async () => {
  const {api: server, asked} = api(error(412, 'changed'), json(200, entry));
  assert.equal((await sendRow(server, row('2026-11-21T19:00:00.000Z'))).kind, 'accepted');
  const [first, second] = asked.map(([, {headers}]) => headers);
  assert.equal(first['If-Match'], '"2026-11-21T19:00:00.000Z"');
  assert.deepEqual([second['If-None-Match'], second['If-Match'], second['Idempotency-Key']], ['*', undefined, 'k']);
});
