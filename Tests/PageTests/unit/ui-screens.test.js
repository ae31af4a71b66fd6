// The screens of a sample family and the effects of presses, without a browser.

import assert from 'node:assert/strict';
import {beforeEach, test} from 'node:test';

import './support/ui-document.js';
import {entry, now, SampleFamily} from './support/ui-family.js';
import {all, isButton, settled, text} from './support/ui-shapes.js';

const Web = '../../../Sources/BabyServer/Web';
const {app} = await import(`${Web}/app/ui/app.js`);
const {showChildOfAddress} = await import(`${Web}/app/ui/phone.js`);
const {place, ...router} = await import(`${Web}/app/ui/router.js`);
const {matrix} = await import(`${Web}/app/ui/people.js`);
const {drawPictures} = await import(`${Web}/app/ui/parts.js`);

let family;
let form;
let page;

const draw = (hash, isBrief = false) => {
  const context = {family, state: family.state, now, place: place(hash), form, page, isBrief, draw() {}};
  return [app(context)].flat(9).filter(Boolean);
};

const find = (hash, is) => all(draw(hash)).find(is);
const button = (hash, name) => find(hash, isButton(name));
const input = (hash, name, value) => find(hash, ({tag, props}) => tag === 'input' && props.name === name && (value === undefined || props['aria-label'] === value));

/** Presses a button, and returns the calls to the family. */
async function press(hash, name) {
  const found = button(hash, name);
  assert.ok(found, `there is a button “${name}” at ${hash}`);
  found.props.onclick({});
  await settled();
  return family.calls.at(-1);
}

beforeEach(() => {
  family = new SampleFamily();
  form = {};
  page = {};
});

test('every button has a name, on the first screen and in its cards\' sheets', () => {
  const isControl = ({tag}) => ['a', 'button', 'label', 'legend', 'h1', 'h2'].includes(tag);
  const check = (shapes, where) => {
    const named = all(shapes).filter(isControl);
    assert.ok(named.length > 4, where);
    for (const {tag, props, ...shape} of named) {
      const [input] = all([shape]).filter(({tag}) => tag === 'input');
      const name = props['aria-label'] ?? (text(shape) || input?.props['aria-label']);
      assert.ok(name && !/undefined|null/.test(name), `a ${tag} of ${where} has a name: ${name}`);
    }
  };
  for (const stage of ['signed-out', 'signed-in']) {
    family.state.stage = stage;
    check(draw('#/'), stage);
  }
  for (const isRunning of [false, true]) {
    family.state.dashboard.runningSleep = isRunning ? entry('sleep', 30, {running: true}) : null;
    for (const kind of ['feeding', 'nursing', 'diaper', 'sleep', 'tummy', 'note']) {
      form = {isOpen: true, ago: 'at'};
      check([find(`#/!log/${kind}`, ({tag}) => tag === 'dialog')], kind);
    }
  }
});

test('space is reserved for each picture, which is drawn after the text', () => {
  const pictures = () => all(draw('#/')).filter(({tag}) => tag === 'svg').map(({kids}) => kids.map(({tag}) => tag).join());
  const before = pictures();
  assert.deepEqual([before.length > 8, new Set(before)], [true, new Set([''])]);
  drawPictures();
  assert.deepEqual(pictures(), before.map(() => 'use'));
});

test('an address that names nothing shows the first screen', () => {
  for (const hash of ['#/constructor', '#/toString', '#/!log/constructor', '#/!constructor', '#/!form/constructor', '#/!entry/constructor']) {
    assert.ok(find(hash, ({props}) => /\bcard\b/.test(props.class) && props.onclick), hash);
  }
});

test('the screen under a sheet is drawn after it, and never with another person\'s data', () => {
  const under = (shapes) => all(shapes).find(({tag}) => tag === 'main');
  const before = under(draw('#/'));
  family.state.dashboard.lastDiaper = entry('diaper', 0, {type: 'wet'});
  const brief = draw('#/!log/diaper', true);
  assert.equal(under(brief), before);
  assert.ok(all(brief).some(({tag}) => tag === 'dialog'));
  family.state.banner = {severity: 'success', text: 'Logged', entryId: null};
  assert.match(draw('#/', true).map(text).join(), /Logged/);
  assert.notEqual(under(draw('#/')), before);
  family.state.stage = 'signed-out';
  draw('#/');
  family.state.stage = 'signed-in';
  assert.notEqual(under(draw('#/!log/diaper', true)), before);
});

test('a sheet is closed by a press beside it', () => {
  location.hash = '#/!log/diaper';
  find(location.hash, ({props}) => props.class === 'shade').props.onclick({});
  assert.equal(location.hash, '#/');
});

test('a place consists of a screen, its subject, and a sheet over it', () => {
  assert.deepEqual(place(''), {path: '/', screen: 'home', about: '', sheet: '', subject: ''});
  assert.deepEqual(
      place('#/day/2026-11-24!entry/17'), {path: '/day/2026-11-24', screen: 'day', about: '2026-11-24', sheet: 'entry', subject: '17'});
});

test('a sheet closes before the browser has gone back, and one that is opened meanwhile replaces it', () => {
  let returns = 0;
  globalThis.history = {back: () => returns++};
  const {requestAnimationFrame} = globalThis;
  let frames = [];
  globalThis.requestAnimationFrame = (work) => frames.push(work);
  const drawn = () => {
    for (; frames.length > 0;) {
      const due = frames;
      frames = [];
      for (const work of due) work();
    }
  };
  location.hash = '#/';
  router.open('log/diaper');
  router.close();
  assert.deepEqual([router.here().sheet, location.hash, returns], ['', '#/!log/diaper', 0]);
  router.open('log/note');
  drawn();
  assert.deepEqual([router.here().subject, location.hash, returns], ['note', '#/!log/note', 0]);
  router.close();
  drawn();
  assert.deepEqual([router.here().sheet, returns], ['', 1]);
  // Slow frames: the first one is late for the second sheet.
  location.hash = '#/';
  router.open('log/diaper');
  router.close();
  router.open('log/note');
  router.close();
  drawn();
  assert.deepEqual([router.here().sheet, returns], ['', 2]);
  globalThis.requestAnimationFrame = requestAnimationFrame;
});

test('the cards show how long ago, what, and what is next', () => {
  const labels = all(draw('#/')).filter(({tag, props}) => tag === 'button' && /\bcard\b/.test(props.class)).map(({props}) => props['aria-label']);
  assert.equal(labels[0], 'Log. Feed, 1h 25m ago, Left breast · 15 min, Right next');
  assert.equal(labels[1], 'Log. Diaper, 45m ago, Wet and dirty diaper');
  assert.equal(labels[2], 'Log. Sleep, 1h 30m ago, Sleep · 2h');
  assert.ok(labels[3].startsWith('Log. Note, 6h 40m ago, Smiled at the lamp'));
  assert.ok(labels.includes('Log. Tylenol, 2h 30m ago, next from 6:36 AM'));
});

test('a line breaks between words, and not within a quantity', () => {
  const shown = (part) => all(draw('#/')).filter(({props}) => part.test(props.class)).map(text);
  assert.ok(shown(/\bdetail\b/).includes('Wet and dirty diaper'));
  assert.ok(shown(/\bdetail\b/).includes('Left breast · 15\u00a0min'));
  assert.ok(shown(/\bquiet\b/).includes(
      '6\u00a0feeds · 240\u00a0ml · 4\u00a0wet · 2\u00a0dirty · 9h\u00a012m\u00a0asleep · 5m\u00a0tummy · 1\u00a0note'));
});

test('an overdue card shows since when', () => {
  const notices = all(draw('#/')).filter(({props}) => props.class === 'notice').map(text);
  assert.deepEqual(notices, ['Tylenol may be given againwas due 3:01 AM']);
});

test('one press in a sheet logs', async () => {
  const [start, end] = [new Date(now).toISOString(), new Date(now - 300_000).toISOString()];
  assert.deepEqual(
      await press('#/!log/feeding', 'Right, suggested'),
      ['log', {childId: 'eva', kind: 'feeding', start, method: 'breast', startedSide: 'right', breasts: 'one'}]);
  assert.deepEqual(await press('#/!log/diaper', 'Wet'), ['log', {childId: 'eva', kind: 'diaper', start, type: 'wet'}]);
  assert.deepEqual(await press('#/!log/sleep', 'Start Sleep'), ['log', {childId: 'eva', kind: 'sleep', start}]);
  assert.deepEqual(await press('#/!log/tummy', '5 min'), ['log', {childId: 'eva', kind: 'tummy', start: end, end: start}]);
});

test('a press uses the chosen time', async () => {
  input('#/!log/diaper', 'when', '10 minutes ago').props.onchange();
  const [, draft] = await press('#/!log/diaper', 'Dirty');
  assert.equal(draft.start, new Date(now - 600_000).toISOString());
});

test('an exact time is in the child’s zone', async () => {
  input('#/!log/diaper', 'when', 'Exact time').props.onchange();
  input('#/!log/diaper', 'start').props.oninput({target: {value: '2026-11-23T21:15'}});
  const [, draft] = await press('#/!log/diaper', 'Dirty');
  assert.equal(draft.start, '2026-11-24T05:15:00.000Z');
});

test('on a night when the clocks go back, the sheet asks which of two times is meant', async () => {
  input('#/!log/diaper', 'when', 'Exact time').props.onchange();
  input('#/!log/diaper', 'start').props.oninput({target: {value: '2026-11-01T01:30'}});
  const turns = all(draw('#/!log/diaper')).filter(({props}) => props.name === 'start-turn');
  assert.deepEqual(turns.map(({props}) => props.checked), [true, false]);
  assert.equal((await press('#/!log/diaper', 'Dirty'))[1].start, '2026-11-01T08:30:00.000Z');
  turns[1].props.onchange();
  assert.equal((await press('#/!log/diaper', 'Dirty'))[1].start, '2026-11-01T09:30:00.000Z');
});

test('a bottle has the stepper\'s amount', async () => {
  button('#/!log/feeding', 'More: Amount').props.onclick();
  const [, draft] = await press('#/!log/feeding', 'Bottle');
  assert.deepEqual([draft.method, draft.amount, draft.unit], ['bottle', 130, 'ml']);
});

test('a bottle\'s content is logged as chosen, only for bottles, and is optional', async () => {
  const chips = () => all(draw('#/!log/feeding')).filter(({tag, props}) => tag === 'input' && props.name === 'content');
  const pressed = async (name) => (await press('#/!log/feeding', name))[1];
  assert.deepEqual(
      all(draw('#/!log/feeding')).filter(({tag}) => tag === 'fieldset').map(text).filter((words) => /bottle/.test(words)),
      ['In the bottleFormulaBreast milkOther milkWater']);
  assert.deepEqual([chips().some(({props}) => props.checked), 'content' in await pressed('Bottle')], [false, false]);
  // A button that was drawn before the choice uses it, too.
  const bottle = button('#/!log/feeding', 'Bottle');
  chips()[1].props.onchange();
  bottle.props.onclick({});
  await settled();
  assert.equal(family.calls.at(-1)[1].content, 'breastMilk');
  assert.deepEqual(chips().map(({props}) => props.checked), [false, true, false, false]);
  assert.ok(!('content' in await pressed('Left')));
  // A second press clears it.
  chips()[1].props.onclick();
  assert.ok(!('content' in await pressed('Bottle')));
});

test('the last bottle\'s content is not preselected for the next one', () => {
  const {lastFeeding} = family.state.dashboard;
  Object.assign(lastFeeding, {method: 'bottle', amount: 90, unit: 'ml', content: 'formula'});
  assert.ok(!all(draw('#/!log/feeding')).some(({props}) => props.name === 'content' && props.checked));
});

test('a bottle\'s form can change its content; a breast feed\'s form has no content', async () => {
  const {lastFeeding} = family.state.dashboard;
  const content = () => all(draw(`#/!entry/${lastFeeding.id}`)).filter(({tag, props}) => tag === 'input' && props.name === 'content');
  assert.equal(content().length, 0);
  form = {};
  Object.assign(lastFeeding, {method: 'bottle', startedSide: undefined, breasts: undefined, end: null, amount: 90, unit: 'ml', content: 'formula'});
  assert.deepEqual(content().map(({props}) => props.checked), [true, false, false, false]);
  content()[3].props.onchange();
  const [, , changes] = await press(`#/!entry/${lastFeeding.id}`, 'Save');
  assert.equal(changes.content, 'water');
  // A feed that is no longer a bottle has no content.
  form.values.method = 'breast';
  const [, , breast] = await press(`#/!entry/${lastFeeding.id}`, 'Save');
  assert.equal(breast.content, null);
});

/** Types into a field of a sheet, without leaving it. */
const type = (hash, name, value) =>
    find(hash, ({tag, props}) => ['input', 'textarea', 'select'].includes(tag) && props.id === name).props.oninput({target: {value}});
const logged = () => family.calls.filter(([what]) => what === 'log').length;

test('each field of each sheet reports input as it is typed', () => {
  const {id} = family.state.dashboard.lastFeeding;
  for (const sheet of ['log/feeding', 'log/note', 'log/temperature', 'log/medicine', 'log/weight', 'log/activity', 'form/sleep', `entry/${id}`]) {
    form = {isOpen: true, hasNote: true, ago: 'at'};
    const fields = all(draw(`#/!${sheet}`)).filter(
        ({tag, props}) => ['input', 'textarea', 'select'].includes(tag) && !['radio', 'checkbox'].includes(props.type));
    assert.ok(fields.length > 0, sheet);
    for (const {props} of fields) assert.ok(props.oninput && !props.onchange, `${props.id} of ${sheet}`);
  }
});

test('a press includes what was typed after the sheet was drawn', async () => {
  const bottle = button('#/!log/feeding', 'Bottle');
  type('#/!log/feeding', 'amount', '8,5');
  bottle.props.onclick({});
  await settled();
  assert.equal(family.calls.at(-1)[1].amount, 8.5);
  form = {};
  const save = button('#/!log/temperature', 'Save');
  type('#/!log/temperature', 'value', '38.4');
  save.props.onclick({});
  await settled();
  assert.equal(family.calls.at(-1)[1].value, 38.4);
});

test('the usual amount is in the chosen unit, and never above the limit', () => {
  const amount = () => find('#/!log/feeding', ({props}) => props.id === 'amount').props;
  family.state.dashboard.quick = {...family.state.dashboard.quick, amount: 8, unit: 'oz'};
  assert.deepEqual([amount().value, amount()['aria-label']], ['240', 'Amount, ml']);
  family.state.dashboard.units = 'oz';
  family.state.dashboard.quick = {...family.state.dashboard.quick, amount: 500, unit: 'ml'};
  form = {};
  assert.equal(amount().value, '16.5');
  button('#/!log/feeding', 'More: Amount').props.onclick();
  assert.equal(amount().value, '16.5');
});

test('text that is not a number is refused at its field in every form, and nothing is logged', async () => {
  for (const [text, reason] of [
         ['abc', 'must be a number'], ['1e3', 'has no unit “e”'], ['0x10', 'has no unit “x”'], ['7 lb 16 oz', 'must be a number'],
         ['7.5 lb 4 oz', 'must be a number'], ['7 kg 4 oz', 'must be a number'], ['4 stone', 'has no unit “stone”'], ['1 lb 2 oz 3 g', 'must be a number'],
         ['4,2,1', 'must be a number'],
       ]) {
    form = {};
    find('#/!log/weight', ({tag}) => tag === 'dialog');
    type('#/!log/weight', 'value', text);
    await press('#/!log/weight', 'Save');
    assert.deepEqual([form.errors.value, form.values.value, logged()], [`Weight ${reason}.`, text, 0]);
  }
});

test('a unit that is typed with its number takes precedence over the chosen one', async () => {
  const cases = [
    ['weight', '7lb4oz', 7.25, 'lb'], ['weight', '7 lb 4 oz', 7.25, 'lb'], ['weight', '7 lbs 4', 7.25, 'lb'], ['weight', '4,2 kg', 4.2, 'kg'],
    ['weight', '4200g', 4200, 'g'], ['weight', '116 oz', 116, 'oz'], ['weight', '4.2', 4.2, 'kg'], ['temperature', '98.6F', 98.6, 'fahrenheit'],
    ['temperature', '98,6 °F', 98.6, 'fahrenheit'], ['temperature', '37.2c', 37.2, 'celsius'], ['length', '20 in', 20, 'in'],
  ];
  for (const [kind, text, value, unit] of cases) {
    form = {};
    find(`#/!log/${kind}`, ({tag}) => tag === 'dialog');
    type(`#/!log/${kind}`, 'value', text);
    const [, draft] = await press(`#/!log/${kind}`, 'Save');
    assert.deepEqual([draft.kind, draft.value, draft.unit], [kind, value, unit], text);
  }
  // Numeric keyboards have no letters.
  family.state.settings = {'units.weight': 'lb'};
  form = {};
  assert.equal(find('#/!log/weight', ({props}) => props.id === 'value').props.inputmode, 'text');
});

test('after a temperature in the wrong unit, the error offers the other unit with one tap', async () => {
  const {log} = family.logbook;
  family.logbook.log = async () => {
    throw Object.assign(new Error(''), {details: [{field: 'value', message: 'must be between 25 and 45 celsius'}]});
  };
  find('#/!log/temperature', ({tag}) => tag === 'dialog');
  type('#/!log/temperature', 'value', '98.6');
  await press('#/!log/temperature', 'Save');
  assert.equal(form.errors.value, 'Temperature must be between 25 and 45 °C.');
  await press('#/!log/temperature', 'Use 98.6 °F');
  family.logbook.log = log;
  const [, draft] = await press('#/!log/temperature', 'Save');
  assert.deepEqual([draft.value, draft.unit], [98.6, 'fahrenheit']);
});

test('picking a medicine fills in its last dose and unit', async () => {
  family.state.lately = [
    entry('medicine', 10, {name: 'Vitamin D', dose: 3, unit: 'drop'}), entry('medicine', 20, {name: 'tylenol'}),
    entry('medicine', 150, {name: 'Tylenol', dose: 2.5, unit: 'ml'}), entry('medicine', 160, {name: 'Tylenol', dose: 9, unit: 'mg'}),
    entry('medicine', 300, {name: 'Ointment'}),
  ];
  const pick = (name) => find('#/!log/medicine', ({tag, kids}) => tag === 'label' && text({text: '', kids}) === name).kids[0].props.onchange();
  const sheet = () => find('#/!log/medicine', ({tag}) => tag === 'dialog');
  sheet();
  pick('Vitamin D');
  assert.equal(find('#/!log/medicine', ({props}) => props.id === 'dose').props.value, '3');
  let [, draft] = await press('#/!log/medicine', 'Save');
  assert.deepEqual([draft.name, draft.dose, draft.unit], ['Vitamin D', 3, 'drop']);
  pick('Tylenol');
  [, draft] = await press('#/!log/medicine', 'Save');
  assert.deepEqual([draft.name, draft.dose, draft.unit], ['Tylenol', 2.5, 'ml']);
  // One without a dose keeps the field empty.
  pick('Ointment');
  [, draft] = await press('#/!log/medicine', 'Save');
  assert.deepEqual([draft.name, draft.dose, draft.unit], ['Ointment', undefined, undefined]);
  // Typed text is not replaced by the last dose.
  type('#/!log/medicine', 'dose', '7');
  pick('Tylenol');
  [, draft] = await press('#/!log/medicine', 'Save');
  assert.deepEqual([draft.name, draft.dose], ['Tylenol', 7]);
});

test('a refusal uses the screen\'s names and units', async () => {
  const said = async (hash, button, error) => {
    await press(hash, button);
    return text(find(hash, ({props}) => props.id === `${error}-error`));
  };
  type('#/!log/medicine', 'name', 'Tylenol');
  type('#/!log/medicine', 'intervalSeconds', '0');
  assert.equal(await said('#/!log/medicine', 'Save', 'intervalSeconds'), 'Time between doses must be between 1 min and 744h.');
  type('#/!log/medicine', 'intervalSeconds', '1000');
  assert.equal(await said('#/!log/medicine', 'Save', 'intervalSeconds'), 'Time between doses must be between 1 min and 744h.');
  const refuse = (field, message) => Promise.reject(Object.assign(new Error('No.'), {details: [{field, message}]}));
  form = {};
  family.logbook.log = () => refuse('note', 'must not be empty');
  assert.equal(await said('#/!log/note', 'Save', 'note'), 'Note must not be empty.');
  form = {};
  family.logbook.log = () => refuse('foods', 'is missing');
  assert.equal(await said('#/!log/food', 'Save', 'foods'), 'Food is missing.');
  family.children.add = () => refuse('zone', 'must be an IANA time zone, such as Europe/Berlin');
  const send = () => find('#/add', ({tag}) => tag === 'form').props.onsubmit({preventDefault() {}});
  send();
  await settled();
  assert.equal(text(find('#/add', ({props}) => props.id === 'zone-error')), 'Time zone must be an IANA time zone, such as Europe/Berlin.');
});

test('spellings of one medicine are offered as one, with its last dose and next time', () => {
  family.state.lately = [
    entry('medicine', 10, {name: 'tylénol'}), entry('medicine', 20, {name: 'Vitamin-D3'}), entry('medicine', 30, {name: 'Vitamin D2'}),
    entry('medicine', 150, {name: 'TYLENOL', dose: 2.5, unit: 'ml'}), entry('medicine', 300, {name: 'vitamin  d3', dose: 1, unit: 'drop'}),
  ];
  const sheet = () => find('#/!log/medicine', ({tag}) => tag === 'dialog');
  const [, ...names] = find('#/!log/medicine', ({tag, kids}) => tag === 'fieldset' && text(kids[0]) === 'Recent').kids.flatMap(({kids}) => kids.map(text));
  assert.deepEqual(names, ['Tylenol', 'Vitamin-D3', 'Vitamin D2']);
  assert.doesNotMatch(text(sheet()), /next from/);
  for (const name of ['Tylenol', 'TYLÉNOL', ' tylenol']) {
    type('#/!log/medicine', 'name', name);
    assert.match(text(sheet()), /last 12:36 AM · next from 6:36 AM/, name);
  }
  find('#/!log/medicine', ({tag, kids}) => tag === 'label' && text({text: '', kids}) === 'Tylenol').kids[0].props.onchange();
  assert.equal(find('#/!log/medicine', ({props}) => props.id === 'dose').props.value, '2.5');
  type('#/!log/medicine', 'name', 'Ibuprofen');
  assert.doesNotMatch(text(sheet()), /next from/);
});

test('an entry for a whole day shows no clock time, in the list and on its card', () => {
  const weight = {...entry('weight', 0, {value: 5.2, unit: 'kg'}), start: '2026-11-23T20:00:00.000Z'};
  const later = {...entry('weight', 0, {value: 5.3, unit: 'kg'}), start: '2026-11-23T20:00:00.001Z'};
  const noon = {...entry('diaper', 0, {type: 'wet'}), start: '2026-11-23T20:00:00.000Z'};
  family.state.entries = new Map([['2026-11-23', [later, weight, noon]]]);
  family.state.lately = [weight];
  const times = all(draw('#/day/2026-11-23')).filter(({tag}) => tag === 'time').map(text);
  assert.deepEqual(times, ['12:00 PM', '', '12:00 PM']);
  const card = all(draw('#/')).find(({tag, props}) => tag === 'button' && props['aria-label']?.startsWith('Log. Weight'));
  assert.equal(card.props['aria-label'], 'Log. Weight, Yesterday, 5.2 kg');
  const said = (id) => text(find(`#/day/2026-11-23!entry/${id}`, ({tag}) => tag === 'dialog'));
  assert.match(said(weight.id), /noon stands for the day/);
  assert.doesNotMatch(said(later.id), /Noon/);
});

test('the card of an old measurement shows its value', () => {
  family.state.lately = [entry('weight', 9 * 1440, {value: 5.2, unit: 'kg'}), entry('weight', 20 * 1440, {value: 5, unit: 'kg'})];
  const card = all(draw('#/')).find(({tag, props}) => tag === 'button' && props['aria-label']?.startsWith('Log. Weight'));
  assert.equal(card.props['aria-label'], 'Log. Weight, 9d ago, 5.2 kg');
});

test('a timer is discarded after a question', async () => {
  family.state.dashboard.runningSleep = entry('sleep', 30, {running: true});
  await press('#/!log/sleep', 'Discard this timer');
  assert.deepEqual(family.calls, []);
  assert.match(button('#/!log/sleep', 'Cancel').props.class, /primary/);
  await press('#/!log/sleep', 'Cancel');
  await press('#/!log/sleep', 'Discard this timer');
  assert.deepEqual(await press('#/!log/sleep', 'Discard'), ['remove', family.state.dashboard.runningSleep.id]);
});

test('the next feed\'s due time is shown once', () => {
  const {predictions} = family.state;
  family.state.predictions = [...predictions, {...predictions[0], kind: 'feeding'}];
  const titles = () => all(draw('#/')).filter(({tag}) => tag === 'b').map(text).filter((title) => title === 'Next feed');
  assert.deepEqual(titles(), ['Next feed']);
  family.state.dashboard.nextFeedingDue = undefined;
  assert.deepEqual(titles(), ['Next feed']);
});

test('a refusal by the server is shown on each screen, even if no child is left', async () => {
  const one = {entryId: 'e', childId: 'gone', reason: 'not-shared', entry: entry('diaper', 60, {type: 'dirty'}), text: 'Not sent, Noa is no longer shared with you'};
  family.change({kept: [one]});
  const notice = (hash) => find(hash, ({props}) => props.class === 'notice' && props.role === 'alert');
  for (const hash of ['#/', '#/day', '#/settings']) assert.ok(notice(hash), hash);
  family.change({children: [], childId: null, dashboard: null, areChildrenKnown: true});
  const said = text(notice('#/'));
  for (const part of ['Noa is no longer shared', 'Dirty diaper · ', 'This stays on your phone']) assert.ok(said.includes(part), said);
  assert.equal(button('#/', 'Use mine'), undefined);
  family.logbook.dismissKept = async (id) => family.calls.push(['dismissKept', id]);
  assert.deepEqual(await press('#/', 'OK'), ['dismissKept', 'e']);
  family.change({kept: []});
});

test('an error is shown once: at its field if that is on the screen, otherwise in the form', async () => {
  const {querySelector} = document;
  const shown = ['value'];
  document.querySelector = (what) => shown.some((name) => what.includes(`"${name}"`)) ? {} : null;
  try {
    family.logbook.log = async () => {
      throw Object.assign(new Error('both'), {details: [{field: 'value', message: 'is wrong'}, {field: 'childId', message: 'is gone'}]});
    };
    find('#/!log/weight', ({tag}) => tag === 'dialog');
    type('#/!log/weight', 'value', '4');
    await press('#/!log/weight', 'Save');
    const said = all(draw('#/!log/weight')).filter(({props}) => /\berror\b/.test(props.class)).map(text);
    assert.deepEqual(said, ['Weight is wrong.', 'Child id is gone.']);
  } finally {
    document.querySelector = querySelector;
  }
});

test('an impossible undo and a refusal show their reasons', async () => {
  family.logbook.undo = async () => {
    throw new Error('The phone’s storage is full.');
  };
  family.screen.note = (note) => family.calls.push(['note', note.severity, note.text]);
  family.change({banner: {severity: 'success', text: 'Logged', action: 'edit-undo', entryId: null, until: null, more: 0}});
  assert.deepEqual(await press('#/', 'Undo'), ['note', 'error', 'The phone’s storage is full.']);
  family.change({banner: {severity: 'error', text: 'Couldn’t sync', detail: 'You may only look.', action: 'retry', entryId: 'x', until: null, more: 0}});
  assert.ok(draw('#/').map(text).join().includes('You may only look.'));
});

test('a server that does not answer is distinguished from a missing connection', () => {
  family.change({dashboard: null, isOnline: false, outage: 'server'});
  assert.ok(draw('#/').map(text).join().includes('busy or restarting'));
  family.change({outage: 'network'});
  assert.ok(draw('#/').map(text).join().includes('No connection'));
});

test('an entry from the night before is marked as such, and no other', () => {
  const night = entry('sleep', 7 * 60, {end: new Date(now - 60_000).toISOString()});
  family.state.entries = new Map([['2026-11-24', [entry('diaper', 5, {type: 'wet'}), night]], ['2026-11-23', [{...night, start: '2026-11-23T04:29:00.000Z'}]]]);
  const times = (hash) => all(draw(hash)).filter(({tag}) => tag === 'time').map(text);
  assert.deepEqual(times('#/day'), ['3:01 AM', 'Yesterday8:06 PM']);
  assert.deepEqual(times('#/day/2026-11-23'), ['Sun, Nov 228:29 PM']);
});

test('on a day with a thousand entries, only the visible ones are drawn, and the rest when scrolled to', () => {
  const many = Array.from({length: 1000}, (_, index) => entry('diaper', index / 10, {type: 'wet'}));
  family.state.entries = new Map([['2026-11-24', many]]);
  const rows = () => all(draw('#/day')).filter(({tag, props}) => tag === 'button' && props.class === 'entry').length;
  assert.equal(rows(), 40);
  button('#/day', 'More').props.onclick({});
  assert.equal(rows(), 240);
  // Another day begins at its top.
  family.state.entries.set('2026-11-23', many);
  assert.equal(all(draw('#/day/2026-11-23')).filter(({props}) => props.class === 'entry').length, 40);
  for (let count = 0; count < 4; count++) button('#/day', 'More').props.onclick({});
  assert.deepEqual([rows(), button('#/day', 'More')], [1000, undefined]);
});

test('an empty or partly typed exact time is refused, and does not mean now', async () => {
  const {querySelector} = document;
  form = {ago: 'at', start: ''};
  await press('#/!log/diaper', 'Wet');
  assert.deepEqual([form.errors.start, logged()], ['Start must be a date and a time.', 0]);
  form = {end: '', ago: 30};
  document.querySelector = (what) => what === '#end' ? {validity: {badInput: true}} : null;
  try {
    await press('#/!form/sleep', 'Save');
    assert.deepEqual([form.errors.end, logged()], ['End must be a date and a time.', 0]);
    await press('#/!form/sleep', 'Start timer');
    assert.deepEqual([form.errors.end, logged()], ['End must be a date and a time.', 0]);
  } finally {
    document.querySelector = querySelector;
  }
});

test('a past sleep with a length is saved with the start that the sheet shows', async () => {
  const began = () => all(draw('#/!form/sleep')).filter(({props}) => props.name === 'when' && props.checked).map(({props}) => props['aria-label']);
  const [wire, minutes] = [(ms) => new Date(ms).toISOString(), 60_000];
  assert.deepEqual(began(), ['Now']);
  // By default it ends now, and the sheet shows the resulting start.
  input('#/!form/sleep', 'minutes', '30 minutes').props.onchange();
  assert.deepEqual(began(), ['30 minutes ago']);
  const [, half] = await press('#/!form/sleep', 'Save');
  assert.deepEqual([half.start, half.end], [wire(now - 30 * minutes), wire(now)]);
  form = {minutes: 60};
  assert.deepEqual(began(), ['60 minutes ago']);
  const chips = () => all(draw('#/!form/sleep')).filter(({props}) => props.name === 'when').length;
  assert.equal(chips(), 6);
  form = {minutes: 60, ago: 30};
  assert.deepEqual([chips(), began()], [6, ['30 minutes ago']]);
  // With a start now, the sheet asks for the end, which is still to come.
  form = {minutes: 30, ago: 0};
  assert.deepEqual(began(), ['Now']);
  for (const ago of [0, 20]) {
    form = {minutes: 30, ago};
    await press('#/!form/sleep', 'Save');
    assert.deepEqual([form.errors.end, logged()], ['End must not be in the future.', 1]);
  }
  form = {minutes: 20, ago: 30};
  const [, third] = await press('#/!form/sleep', 'Save');
  assert.deepEqual([third.start, third.end], [wire(now - 30 * minutes), wire(now - 10 * minutes)]);
});

test('hidden fields are not logged', async () => {
  await press('#/!log/feeding', 'More details');
  input('#/!log/feeding', 'minutes', '15 minutes').props.onchange();
  assert.equal(form.minutes, 15);
  await press('#/!log/feeding', 'Fewer details');
  const [, draft] = await press('#/!log/feeding', 'Left');
  assert.equal(draft.end, undefined);
});

test('a kind without its own sheet is logged by its fields', async () => {
  const type = (name, value) => find('#/!log/temperature', ({props}) => props.name === name).props.oninput({target: {value}});
  find('#/!log/temperature', ({tag}) => tag === 'dialog');
  type('value', '38,2');
  find('#/!log/temperature', ({tag, props}) => tag === 'input' && props.name === 'place' && !props.checked).props.onchange();
  const [, draft] = await press('#/!log/temperature', 'Save');
  assert.deepEqual([draft.kind, draft.value, draft.unit, draft.place], ['temperature', 38.2, 'celsius', 'rectal']);
});

test('a running feed can be switched, paused and ended on its card', async () => {
  const began = new Date(now - 720_000).toISOString();
  const feed = {...entry('feeding', 12), start: began, method: 'breast', startedSide: 'left', breasts: 'one', timedSide: 'left', timedSince: began, running: true};
  family.state.dashboard.runningFeeding = feed;
  const [, id, switched] = await press('#/', 'Switch to right breast');
  assert.deepEqual([id, switched.timedSide, switched.leftSeconds], [feed.id, 'right', 720]);
  const [, , paused] = await press('#/', 'Pause');
  assert.ok(paused.pausedSince);
  const [, , stopped] = await press('#/', 'Stop: Feeding left 12m');
  assert.equal(stopped.end, new Date(now).toISOString());
});

test('deleting asks first, and Cancel stands out', async () => {
  const {id} = family.state.dashboard.lastDiaper;
  const hash = `#/day!entry/${id}`;
  await press(hash, 'Delete');
  assert.ok(find(hash, ({props}) => props.role === 'alertdialog'));
  assert.match(button(hash, 'Cancel').props.class, /primary/);
  assert.deepEqual(await press(hash, 'Delete'), ['remove', id]);
});

test('a changed entry is sent with its changes, and its times keep their seconds', async () => {
  const diaper = family.state.dashboard.lastDiaper;
  const hash = `#/day!entry/${diaper.id}`;
  find(hash, ({tag, props}) => tag === 'input' && props.name === 'type' && !props.checked).props.onchange();
  const [verb, id, changes] = await press(hash, 'Save');
  assert.deepEqual([verb, id, changes.type, changes.start], ['edit', diaper.id, 'wet', diaper.start]);
});

test('an entry found by a search can be changed even if the phone does not have its day', async () => {
  const found = {...entry('diaper', 100_000), type: 'wet'};
  page = {results: [found]};
  await press(`#/search!entry/${found.id}`, 'Save');
  assert.deepEqual(family.calls.map(([verb, what]) => [verb, what]), [['loadDay', '2026-09-15'], ['edit', found.id]]);
});

test('a setting shows the new value at once, and the old one if it is refused', async () => {
  family.settings.set = async () => {
    throw new Error('No connection');
  };
  const segments = () => all(draw('#/settings')).filter(({tag, props}) => tag === 'input' && props.name === 'units').map(({props}) => props.checked);
  assert.deepEqual(segments(), [true, false]);
  all(draw('#/settings')).filter(({tag, props}) => tag === 'input' && props.name === 'units')[1].props.onchange();
  assert.deepEqual(segments(), [false, true]);
  await settled();
  assert.deepEqual(segments(), [true, false]);
  assert.ok(find('#/settings', (shape) => shape.text === 'No connection'));
});

test('both ends of the quiet hours are kept when the second changes before the first is drawn', () => {
  const sent = [];
  family.settings.set = async (key, value) => void sent.push(value);
  family.state.settings = {'reminders.quiet': '22:00-06:00'};
  const shapes = all(draw('#/settings'));
  const set = (name, value) => shapes.find(({tag, props}) => tag === 'input' && props.id === name).props.oninput({target: {value}});
  set('From', '21:30');
  set('To', '');
  set('To', '07:15');
  assert.deepEqual(sent, ['21:30-06:00', '21:30-07:15']);
});

test('a viewer gets no buttons for logging', () => {
  family.change({role: 'viewer'});
  const shapes = all(draw('#/'));
  assert.ok(!shapes.some(({tag, props}) => tag === 'button' && /\bcard\b/.test(props.class)));
  assert.ok(shapes.some((shape) => text(shape) === 'View only'));
});

test('a person\'s text is never markup', () => {
  family.state.dashboard.lastNote.note = '<img src=x onerror=alert(1)>';
  const shape = find('#/', (shape) => shape.text.includes('onerror'));
  assert.equal(shape.tag, '');
});

test('an unsent entry is marked as such', () => {
  const rows = all(draw('#/day')).filter(({props}) => /\bsync\b/.test(props.class ?? '')).map(text);
  assert.deepEqual(rows, ['Couldn’t save', 'Saved on this phone']);
});

test('each screen and sheet can be drawn, and every control has a name', () => {
  const hashes = [
    '/', '/!menu', '/!log', '/!log/feeding', '/!log/nursing', '/!log/diaper', '/!log/sleep', '/!log/tummy', '/!log/note', '/!log/medicine', '/!log/activity',
    '/!log/weight', '/!log/food', '/!form/sleep', '/!entry/none', '/!log/nothing', '/day', '/day/2026-11-23', '/search', '/trends', '/settings', '/child', '/people', '/sessions', '/push',
    '/install', '/add', '/accept', '/nowhere'
  ];
  for (const hash of hashes) {
    form = {};
    page = {};
    const shapes = all(draw(`#${hash}`));
    assert.ok(shapes.some(({tag}) => tag === 'main'), hash);
    for (const shape of shapes) {
      if (shape.tag === 'button') assert.ok(shape.props['aria-label'] || text(shape), hash);
      assert.equal(typeof shape.props.style, 'undefined', hash);
    }
  }
  family.change({stage: 'signed-out', reason: 'expired'});
  for (const hash of ['/', '/register', '/reset', '/install']) assert.ok(all(draw(`#${hash}`)).some(({tag}) => tag === 'main'), hash);
});

test('the preferences for a phone are those on the server, and each change sends all of them', async () => {
  Object.assign(globalThis, {PushManager: class {}});
  draw('#/push');
  await settled();
  const switches = () => all(draw('#/push')).filter(({props}) => props.class === 'switch');
  assert.deepEqual(switches().map(({props}) => props.checked), [true, true, false, false, false]);
  switches()[4].props.onchange({target: {checked: true}});
  await settled();
  assert.deepEqual(family.calls, [['subscribe', {reminders: true, timers: false, others: false, names: true}]]);
  switches()[0].props.onchange({target: {checked: false}});
  await settled();
  assert.deepEqual(family.calls.at(-1), ['unsubscribe']);
});

test('a notification’s address shows its child once, and never another person’s', () => {
  const at = (hash) => {
    location.hash = hash;
    showChildOfAddress(family);
    return [location.hash, ...family.calls.splice(0)];
  };
  assert.deepEqual(at('#/home/ben'), ['#/', ['select', 'ben']]);
  assert.deepEqual(at('#/home/eva'), ['#/']);
  assert.deepEqual(at('#/home/gone'), ['#/']);
  for (const hash of ['', '#/', '#/day/2026-11-23', '#/home']) assert.deepEqual(at(hash), [hash]);
  location.hash = '';
});

test('a signed-out person sees that changes wait, and whether they are another person’s', () => {
  family.change({stage: 'signed-out', reason: 'expired', outbox: {waiting: 1, failed: 0, other: 2}});
  const lead = text(find('#/', ({tag, props}) => tag === 'p' && props.class === 'quiet'));
  assert.equal(
      lead, 'You were signed out. Please sign in again. 1 entry is saved on this phone and will be sent after you sign in. 2 entries by another person are saved on this phone until they sign in.');
});

test('a QR code is drawn with a quiet zone of four modules', () => {
  const svg = matrix({size: 3, rows: ['110', '000', '101']});
  assert.equal(svg.props.viewBox, '0 0 11 11');
  assert.equal(svg.kids[0].props.d, 'M4 4h2v1h-2zM4 6h1v1h-1zM6 6h1v1h-1z');
});
