import assert from 'node:assert/strict';
import {beforeEach, test} from 'node:test';

import {FakeElement, moves} from './support/ui-document.js';

const {h, render} = await import('../../../Sources/BabyServer/Web/app/ui/dom.js');

let root;
beforeEach(() => {
  root = new FakeElement('div');
  moves.length = 0;
});

const list = (...keys) => h('ul', keys.map((key) => h('li', {key}, `entry ${key}`)));
const items = () => root.firstChild.childNodes.map((item) => item.textContent);

test('an element has its classes, attributes and texts, and texts are never markup', () => {
  render(root, h('p.quiet', {id: 'one', class: 'more', 'aria-pressed': false, hidden: false, title: null}, '<b>', 0, null, false, ['x']));
  const [p] = root.childNodes;
  assert.deepEqual(p.attributes, {id: 'one', class: 'quiet more', 'aria-pressed': 'false'});
  assert.deepEqual(p.childNodes.map((node) => node.data), ['<b>', '0', 'x']);
});

test('properties can be left out', () => {
  render(root, h('p', 'a', h('b', h('i', 'c'))));
  assert.equal(root.textContent, 'ac');
});

test('unchanged nodes are not touched', () => {
  render(root, list(1, 2, 3));
  const before = [...root.firstChild.childNodes];
  moves.length = 0;
  render(root, list(1, 2, 3));
  assert.deepEqual(root.firstChild.childNodes, before);
  assert.deepEqual(moves, []);
});

test('a new first element is inserted, and the others stay in place', () => {
  render(root, list(1, 2, 3));
  const [one, two, three] = root.firstChild.childNodes;
  moves.length = 0;
  render(root, list(0, 1, 2, 3));
  assert.deepEqual(items(), ['entry 0', 'entry 1', 'entry 2', 'entry 3']);
  assert.deepEqual(root.firstChild.childNodes.slice(1), [one, two, three]);
  assert.deepEqual(moves.filter((node) => [one, two, three].includes(node)), []);
});

test('keys identify elements in any order', () => {
  let seed = 7;
  const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
  render(root, list());
  for (let round = 0; round < 200; round++) {
    const keys = Array.from({length: 8}, (_, key) => key).filter(() => random(2)).sort(() => random(3) - 1);
    const before = new Map(root.firstChild.childNodes.map((node) => [node.textContent, node]));
    render(root, list(...keys));
    assert.deepEqual(items(), keys.map((key) => `entry ${key}`));
    for (const node of root.firstChild.childNodes) assert.equal(before.get(node.textContent) ?? node, node);
  }
});

test('the last listener applies, and is removed when none is given', () => {
  const calls = [];
  render(root, h('button', {onclick: () => calls.push(1)}));
  const [button] = root.childNodes;
  render(root, h('button', {onclick: () => calls.push(2)}));
  button.onclick();
  render(root, h('button'));
  assert.deepEqual(calls, [2]);
  assert.equal(button.onclick, null);
});

test('a listener\'s result does not stop the browser\'s action', () => {
  render(root, h('dialog', {onclick: () => false}));
  assert.equal(root.firstChild.onclick({}), undefined);
});

test('typed text is replaced only by a different value', () => {
  let sets = 0;
  render(root, h('input', {value: 'a'}));
  const [input] = root.childNodes;
  let value = 'a';
  Object.defineProperty(input, 'value', {get: () => value, set: (text) => (sets++, (value = text))});
  value = 'ab';
  render(root, h('input', {value: 'ab'}));
  assert.equal(sets, 0);
  render(root, h('input', {value: ''}));
  assert.deepEqual([sets, value], [1, '']);
});

test('a partly typed time is not overwritten by the previous one', () => {
  render(root, h('input', {value: '22:00'}));
  const [input] = root.childNodes;
  Object.assign(input, {value: '', validity: {badInput: true}});
  render(root, h('input', {value: '22:00'}));
  assert.equal(input.value, '');
  render(root, h('input', {value: '23:00'}));
  assert.equal(input.value, '23:00');
});

test('an element reports its insertion and its removal, wherever it is', () => {
  const said = [];
  const dialog = h('dialog', {mounted: () => said.push('there'), leaving: () => said.push('going')});
  render(root, h('div', {key: 1}, dialog));
  render(root, h('div', {key: 2}));
  assert.deepEqual(said, ['there', 'going']);
});

test('the same shape again is left as it is', () => {
  const same = h('p', {id: 'same'}, 'Text');
  render(root, same, h('b', 'old'));
  const [p] = root.childNodes;
  p.attributes.id = 'changed by hand';
  render(root, same, h('b', 'new'));
  assert.equal(root.firstChild, p);
  assert.equal(p.attributes.id, 'changed by hand');
  assert.equal(root.textContent, 'Textnew');
  render(root, h('p', {id: 'other'}, 'Other'));
  assert.deepEqual([root.firstChild, p.attributes.id, root.textContent], [p, 'other', 'Other']);
});

test('drawings have the SVG namespace', () => {
  render(root, h('svg.icon', h('use', {href: '#x'})));
  assert.equal(root.firstChild.firstChild.namespace, 'http://www.w3.org/2000/svg');
});
