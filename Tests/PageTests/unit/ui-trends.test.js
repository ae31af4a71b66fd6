// The screen with pictures of the log: what it asks for, and what it shows without an answer.

import assert from 'node:assert/strict';
import {beforeEach, test} from 'node:test';

import './support/ui-document.js';
import {now, SampleFamily} from './support/ui-family.js';
import {all, isButton, settled, text} from './support/ui-shapes.js';

const Web = '../../../Sources/BabyServer/Web';
const {trends} = await import(`${Web}/app/ui/trends.js`);

let family;
let page;

const draw = () => all([trends({family, state: family.state, now, page, draw() {}})]);
const find = (is) => draw().find(is);
const isPicture = ({props}) => props.class === 'picture';

/** Draws once more, as the page does after each change, and returns the last question. */
async function asked() {
  draw();
  await settled();
  const [, figure, query] = family.calls.at(-1);
  return [figure, Object.fromEntries(new URLSearchParams(query))];
}

async function press(name) {
  find(isButton(name)).props.onclick({});
  return asked();
}

const choose = (figure) => find(({tag}) => tag === 'select').props.oninput({target: {value: figure}});
const pick = (days) => find(({tag, key}) => tag === 'label' && key === String(days)).kids[0].props.onchange();

beforeEach(() => {
  family = new SampleFamily();
  page = {};
  family.charts.load = async (...given) => {
    family.calls.push(['load', ...given]);
    return {id: `eva/${given[0]}`, query: given[1], tag: 't', svg: '<svg/>'};
  };
});

test('the days are shown first, and each choice asks for another picture once', async () => {
  assert.deepEqual(await asked(), ['day', {on: 'dark', width: '400', days: '7', earlier: '0'}]);
  assert.ok(find(isPicture));
  assert.equal(family.calls.length, 1);
  choose('sleep');
  assert.equal(find(isPicture), undefined, 'no picture of days under the name of sleep');
  pick(14);
  assert.deepEqual(await asked(), ['sleep', {on: 'dark', width: '400', days: '14', earlier: '0'}]);
  pick(0);
  assert.deepEqual(await asked(), ['sleep', {on: 'dark', width: '400', whole: 'true'}]);
  choose('growth');
  assert.deepEqual(await asked(), ['growth', {on: 'dark', width: '400', whole: 'true'}]);
  assert.equal(find(({props}) => props.name === 'days'), undefined);
  choose('day');
  assert.deepEqual(await asked(), ['day', {on: 'dark', width: '400', days: '366'}]);
  pick(28);
  assert.equal((await asked())[1].days, '28');
  page = {};
  assert.equal((await asked())[1].days, '28', 'the choice stays while the page is open');
});

test('arrows and a swipe go to earlier periods, no further back than the birth, and back', async () => {
  await asked();
  pick(28);
  await asked();
  assert.equal(find(isButton('Later')), undefined);
  assert.equal((await press('Earlier'))[1].earlier, '1');
  const swipe = async (from, to) => {
    const {props} = find(isPicture);
    props.onpointerdown({clientX: from});
    props.onpointerup({clientX: to});
    return (await asked())[1].earlier;
  };
  assert.equal(await swipe(100, 130), '1', 'that was too short');
  assert.equal(await swipe(100, 200), '2', 'it reaches back to before September 1');
  assert.equal(await swipe(100, 300), '3');
  assert.equal(find(isButton('Earlier')), undefined);
  assert.equal(await swipe(100, 300), '3');
  assert.equal(await swipe(300, 100), '2');
  assert.equal((await press('Later'))[1].earlier, '1');
});

test('the picture is asked for again when something was logged, and in the phone\'s other colours', async () => {
  await asked();
  family.change({dashboard: {...family.state.dashboard, seq: 18}});
  await asked();
  assert.equal(family.calls.length, 2);
  document.documentElement.dataset.mode = 'light';
  assert.equal((await asked())[1].on, 'light');
  document.documentElement.dataset.mode = 'night';
  assert.equal((await asked())[1].on, 'dark');
  delete document.documentElement.dataset.mode;
});

test('without a connection it says so: above the last picture, or in its place with a way to try again', async () => {
  const {load} = family.charts;
  family.charts.load = async (...given) => ({...await load(...given), isLast: true});
  await asked();
  assert.match(text(find(({props}) => props.class === 'notice')), /^No connection\./);
  assert.ok(find(isPicture));
  family.charts.load = async () => {
    throw new Error('No connection');
  };
  choose('feeds');
  draw();
  await settled();
  assert.match(text(find(({props}) => props.class === 'empty')), /^Couldn’t load this picture.*No connection/);
  family.charts.load = load;
  assert.equal((await press('Retry'))[0], 'feeds');
  assert.ok(find(isPicture));
});
