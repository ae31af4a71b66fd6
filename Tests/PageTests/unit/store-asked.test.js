// What was asked for before the page's script was there.

import assert from 'node:assert/strict';
import {beforeEach, test} from 'node:test';

const {ask} = await import('../../../Sources/BabyPage/Web/app/store/asked.js');

const get = {method: 'GET'};
let asked;

beforeEach(() => {
  asked = [];
  globalThis.fetch = async (path, options) => {
    asked.push(`${options.method} ${path}`);
    return new Response('"asked now"', {headers: {Date: 'now'}});
  };
  globalThis.early = {
    '/v1/me': Promise.resolve(new Response('"asked before"', {headers: {Date: 'before', ETag: '"1"', 'Content-Type': 'application/json'}})),
    '/v1/children': Promise.resolve(new Response('{}', {status: 401})),
    '/v1/broken': Promise.resolve(new Response('{}', {status: 503})),
    '/v1/lost': Promise.reject(new TypeError('no network')),
  };
  for (const answer of Object.values(globalThis.early)) answer.catch(() => {});
});

test('an answer is good once, and without the date of before', async () => {
  const answer = await ask('/v1/me', get);
  assert.equal(await answer.json(), 'asked before');
  assert.deepEqual([answer.headers.get('ETag'), answer.headers.get('Date')], ['"1"', null]);
  assert.equal(await (await ask('/v1/me', get)).json(), 'asked now');
  assert.deepEqual(asked, ['GET /v1/me']);
});

test('that nobody is signed in is known from before', async () => {
  assert.equal((await ask('/v1/children', get)).status, 401);
  assert.deepEqual(asked, []);
});

test('what was refused or lost is asked for again', async () => {
  for (const path of ['/v1/broken', '/v1/lost', '/v1/other']) assert.equal(await (await ask(path, get)).json(), 'asked now');
  assert.deepEqual(asked, ['GET /v1/broken', 'GET /v1/lost', 'GET /v1/other']);
});

test('nothing of it is good any more once something was sent: it may be of another person', async () => {
  await ask('/v1/auth/login', {method: 'POST'});
  await ask('/v1/me', get);
  assert.deepEqual(asked, ['POST /v1/auth/login', 'GET /v1/me']);
});

test('where nothing was asked for, everything is', async () => {
  delete globalThis.early;
  assert.equal(await (await ask('/v1/me', get)).json(), 'asked now');
});
