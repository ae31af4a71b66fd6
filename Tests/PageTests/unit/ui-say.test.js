// The field for sentences, without a browser: its requests to the server and the family, and what it shows.

import assert from 'node:assert/strict';
import {beforeEach, test} from 'node:test';

import './support/ui-document.js';
import {now, SampleFamily} from './support/ui-family.js';
import {all, isButton, settled, text} from './support/ui-shapes.js';

const {home} = await import('../../../Sources/BabyServer/Web/app/ui/home.js');
const {place} = await import('../../../Sources/BabyServer/Web/app/ui/router.js');

const bottle = {childId: 'eva', kind: 'feeding', method: 'bottle', amount: 4, unit: 'oz', start: '2026-11-23T23:00:00.000Z'};
const understood = {does: 'log', child: {id: 'eva', name: 'Eva'}, entry: bottle};

let family;
/** What the server answers to each sentence. @type {(text: string) => any} */
let answer;
let people = 0;

const shapes = () => all([home({family, state: family.state, now, place: place('#/'), form: {}, page: {}, draw() {}})]);
const find = (is) => shapes().find(is);
const field = () => find(({props}) => props.id === 'say');
const form = () => find(({props}) => props.class === 'say');
const said = () => text(form());
const asked = () => family.calls.filter(([what]) => what === 'understand').map(([, sentence]) => sentence);
const done = () => family.calls.filter(([what]) => what === 'carryOut').map(([, what]) => what);
const told = () => family.calls.filter(([what]) => what === 'note').map(([, {text}]) => text);

/** Presses Log, or Enter: the browser hands over the form's field and button as they are. */
async function send(sentence) {
  form().props.onsubmit({preventDefault() {}, target: [{value: sentence}, {focus() {}}]});
  await settled();
}

async function press(name) {
  const found = find(isButton(name));
  assert.ok(found, `there is a button “${name}”: ${said()}`);
  found.props.onclick({});
  await settled();
}

const refusal = (status, message, more) => Object.assign(new Error(message), {status, details: [], choices: null, isOutage: false, ...more});
const refuse = (...given) => answer = () => Promise.reject(refusal(...given));

beforeEach(() => {
  location.hash = '#/';
  family = new SampleFamily();
  family.state.user = {...family.state.user, id: `person ${++people}`};
  answer = async () => understood;
  family.sentences.understand = (sentence) => {
    family.calls.push(['understand', sentence]);
    return answer(sentence);
  };
  family.sentences.carryOut = async (what) => family.calls.push(['carryOut', what]);
  family.screen.note = (note) => family.calls.push(['note', note]);
});

test('the field has a label, no autocorrection, and a Send key', () => {
  const {enterkeyhint, autocapitalize, autocomplete, maxlength} = field().props;
  assert.deepEqual([enterkeyhint, autocapitalize, autocomplete, maxlength], ['send', 'none', 'off', 65536]);
  assert.equal(text(find(({tag, props}) => tag === 'label' && props.for === 'say')), 'Type an entry');
  assert.ok(find(({tag, props}) => tag === 'button' && props.type === 'submit'));
});

test('it stands between the day\'s overview and the cards', () => {
  const order = shapes().flatMap(({props}) => /\bcards\b|^say$|^standing$/.exec(props.class) ?? []);
  assert.deepEqual(order, ['standing', 'say', 'cards', 'cards']);
});

test('a viewer has no field', () => {
  family.state.role = 'viewer';
  assert.equal(form(), undefined);
});

test('a press sends what is in the field, whatever was typed before', async () => {
  field().props.oninput({target: {value: 'bottle 4oz'}});
  await send('bottle 4oz yesterday at 3pm');
  assert.deepEqual([asked(), done()], [['bottle 4oz yesterday at 3pm'], [understood]]);
  assert.equal(field().props.value, '');
});

test('an empty field sends nothing', async () => {
  await send('  ');
  assert.deepEqual(asked(), []);
});

test('a double press sends and logs once', async () => {
  send('wet');
  await send('wet');
  assert.deepEqual([asked().length, done().length], [1, 1]);
  // An empty field is not sent again.
  await send('');
  assert.equal(asked().length, 1);
});

test('the text cannot change while it is being read', async () => {
  let tell;
  answer = () => new Promise((resolve) => tell = resolve);
  const sent = send('wet');
  await sent;
  assert.equal(field().props.readonly, true);
  tell(understood);
  await settled();
  assert.ok(!field().props.readonly);
});

test('an unclear sentence is answered with choices, and the chosen one is sent instead', async () => {
  const message = 'Say "wet at 2:30" or "wet at 3:30".';
  refuse(422, message, {choices: ['wet at 2:30', 'wet at 3:30']});
  await send('wet at half 3');
  assert.ok(said().includes(message));
  assert.deepEqual([done(), field().props.value], [[], 'wet at half 3']);
  answer = async () => understood;
  await press('wet at 3:30');
  assert.deepEqual([asked(), done()], [['wet at half 3', 'wet at 3:30'], [understood]]);
  assert.doesNotMatch(said(), /wet at/);
});

test('a refusal shows its reason below the field, and the text stays', async () => {
  // Its details would name members of the wire.
  refuse(400, 'That is still to come.', {details: [{field: 'start', message: 'must not be in the future'}]});
  await send('wet tomorrow');
  const [alert] = shapes().filter(({props}) => props.role === 'alert');
  assert.deepEqual([text(alert), field().props.value, done()], ['That is still to come.', 'wet tomorrow', []]);
  // The new text is another sentence.
  field().props.oninput({target: {value: 'wet'}});
  assert.doesNotMatch(said(), /still to come/);
});

test('the phone\'s own refusal is shown below the field, too', async () => {
  family.sentences.carryOut = () => Promise.reject(Object.assign(new Error('start x'), {details: [{field: 'start', message: 'must not be in the future'}]}));
  await send('wet');
  assert.match(said(), /Start must not be in the future\./);
  assert.equal(field().props.value, 'wet');
});

test('a dose that is too soon is logged only after that question is confirmed', async () => {
  const soon = (time) => ({...understood, warnings: [`Tylenol may be given again from ${time} on.`]});
  answer = async () => soon('8:10 PM');
  await send('tylenol 5ml');
  assert.deepEqual([said().includes('from 8:10 PM on.'), done()], [true, []]);
  await press('Cancel');
  assert.deepEqual([said().includes('8:10'), field().props.value, done()], [false, 'tylenol 5ml', []]);
  await send('tylenol 5ml');
  // Another caregiver has logged a dose meanwhile.
  answer = async () => soon('9:30 PM');
  await press('Log it anyway');
  assert.deepEqual([said().includes('from 9:30 PM on.'), done()], [true, []]);
  await press('Log it anyway');
  assert.deepEqual([done(), field().props.value], [[soon('9:30 PM')], '']);
});

test('a sentence about another child is logged only after a press on that child\'s button', async () => {
  const other = {...understood, child: {id: 'ben', name: 'Benjamin'}, entry: {...bottle, childId: 'ben'}};
  answer = async () => other;
  await send('Benjamin drank 4 oz');
  assert.ok(said().includes('This is about Benjamin.'));
  assert.deepEqual(done(), []);
  await press('Log for Benjamin');
  assert.deepEqual([done(), asked()], [[other], ['Benjamin drank 4 oz', 'Benjamin drank 4 oz']]);
});

test('an answer that arrives after a switch of child logs nothing, and a banner says so', async () => {
  answer = async () => {
    family.state = {...family.state, childId: 'ben'};
    return understood;
  };
  await send('bottle 4oz');
  assert.deepEqual(done(), []);
  assert.deepEqual(told(), ['Not logged. Another child was selected meanwhile. Press Log again.']);
  assert.equal(field().props.value, '');
  // It is shown again with the child for whom it was typed.
  family.state = {...family.state, childId: 'eva'};
  assert.equal(field().props.value, 'bottle 4oz');
});

test('another person\'s text is never shown', async () => {
  refuse(422, 'What is that?');
  await send('our secret');
  family.state = {...family.state, user: {...family.state.user, id: 'another person'}};
  assert.deepEqual([field().props.value, /What is that/.test(said())], ['', false]);
});

test('an answer that arrives on another screen is shown in a banner there, and stays below the field', async () => {
  refuse(422, 'What is "wett"?');
  const sent = send('wett');
  location.hash = '#/day';
  await sent;
  assert.deepEqual(told(), ['Not logged. What is "wett"?']);
  assert.ok(said().includes('What is "wett"?'));
});

test('without the server nothing is logged, and the field says that the buttons work', async () => {
  refuse(0, 'No connection', {isOutage: true});
  await send('wet');
  assert.ok(said().includes('No connection. Sentences need the family server; the buttons work offline.'));
  assert.deepEqual([field().props.value, done()], ['wet', []]);
  answer = async () => understood;
  await send('wet');
  assert.equal(done().length, 1);
});

test('a server without sentences is reported as too old, unless the child is gone', async () => {
  refuse(404, 'Not found.');
  await send('wet');
  assert.ok(said().includes('This family server is too old for sentences. Use the buttons.'));
  family.refresh = async () => family.state = {...family.state, childId: 'ben'};
  await send('wet');
  assert.deepEqual(told(), ['Not logged. Not found.']);
});
