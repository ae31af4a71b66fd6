// Requests that were sent before the page's script had loaded.

import assert from 'node:assert/strict';
import {beforeEach, test} from 'node:test';

const {ask} = await import('../../../Sources/BabyServer/Web/app/store/asked.js');

const get = {method: 'GET'};
const path = '/v1/overview';
let asked;

const known = (status = 200) => Promise.resolve(
    new Response('"asked before"', {status, headers: {Date: 'before', ETag: '"1"', 'Content-Type': 'application/json'}}));

beforeEach(() => {
  asked = [];
  globalThis.fetch = async (path, options) => {
    asked.push(`${options.method} ${path}`);
    return new Response('"asked now"', {headers: {Date: 'now'}});
  };
  globalThis.early = known();
});

test('the early answer is used once, without its old date', async () => {
  const answer = await ask(path, get);
  assert.equal(await answer.json(), 'asked before');
  assert.deepEqual([answer.headers.get('ETag'), answer.headers.get('Date')], ['"1"', null]);
  assert.equal(await (await ask(path, get)).json(), 'asked now');
  assert.deepEqual(asked, ['GET /v1/overview']);
});

test('a 401 that was received early means that nobody is signed in', async () => {
  globalThis.early = known(401);
  assert.equal((await ask(path, get)).status, 401);
  assert.deepEqual(asked, []);
});

test('a refused or lost early request is repeated', async () => {
  globalThis.early = known(503);
  assert.equal(await (await ask(path, get)).json(), 'asked now');
  globalThis.early = Promise.reject(new TypeError('no network'));
  assert.equal(await (await ask(path, get)).json(), 'asked now');
  assert.deepEqual(asked, ['GET /v1/overview', 'GET /v1/overview']);
});

test('it is discarded after any other request, because it may belong to another person', async () => {
  for (const [method, first] of [['POST', '/v1/auth/login'], ['GET', '/v1/changes'], ['GET', '/v1/overview?child=eva']]) {
    globalThis.early = known();
    await ask(first, {method});
    assert.equal(await (await ask(path, get)).json(), 'asked now');
  }
});

test('without an early request, everything is requested', async () => {
  delete globalThis.early;
  assert.equal(await (await ask(path, get)).json(), 'asked now');
});
