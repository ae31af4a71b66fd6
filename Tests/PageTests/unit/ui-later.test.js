// What comes behind the first screen, over a network that fails at first.

import assert from 'node:assert/strict';
import {test} from 'node:test';

const links = [];
let patience = null;
globalThis.document = {
  createElement: () => ({
    remove() {
      links.splice(links.indexOf(this), 1);
    }
  }),
  head: {append: (link) => links.push(link)},
};
const wait = globalThis.setTimeout;
globalThis.setTimeout = (body, ms) => {
  if (ms < 1_000) return wait(body);
  patience = body;
};
const settled = () => new Promise((done) => wait(done, 20));

const {isWhole, later} = await import('../../../Sources/BabyPage/Web/app/ui/later.js');

test('it is fetched until it is here, one style sheet at a time, and waited for no longer than is said', async () => {
  let count = 0;
  let draws = 0;
  const ask = async (answer) => {
    globalThis.fetch = async () => {
      count++;
      return answer();
    };
    const isHere = isWhole(() => draws++);
    isWhole(() => draws++);
    await settled();
    return isHere;
  };
  const whole = () => new Response('{"howToTrust": "So."}');
  assert.equal(await ask(() => Promise.reject(new TypeError('Failed to fetch'))), false);
  assert.deepEqual([count, draws, links.length], [1, 0, 0]);
  await ask(() => new Response('', {status: 404}));
  links[0].onload();
  await settled();
  // It is drawn again, and so asked for again, by nobody else.
  assert.deepEqual([count, links.length, later.howToTrust], [2, 0, undefined]);
  // Styles that never come.
  await ask(whole);
  assert.equal(links.length, 1);
  patience();
  await settled();
  assert.deepEqual([count, links.length, later.howToTrust], [3, 0, undefined]);
  await ask(whole);
  links[0].onload();
  await settled();
  assert.deepEqual([count, links.map(({rel}) => rel), later.howToTrust], [4, ['stylesheet', 'manifest'], 'So.']);
  assert.equal(isWhole(() => {}), true);
});
