import assert from 'node:assert/strict';
import {test} from 'node:test';

import * as drafts from '../../../Sources/BabyServer/Web/app/model/drafts.js';
import {amountIn, Refusal, typedNumber, validate} from '../../../Sources/BabyServer/Web/app/model/rules.js';
import * as words from '../../../Sources/BabyServer/Web/app/model/words.js';
import {each, table, whole} from './support/cases.js';
import {completed} from './support/completed.js';

const validation = table('validation');
const pressed = table('drafts');

/** A draft with its long texts written out. */
const spelled = (draft) => Object.fromEntries(
    Object.entries(draft).map(([name, value]) => [name, value?.count ? value.repeat.repeat(value.count) : value]));

for (const section of ['times', 'feeds', 'fields', 'texts']) {
  test(`what is wrong is what the server says: ${section}`, () => {
    each(validation[section], ({draft, problems}) => {
      const found = validate(spelled(draft), validation.child, validation.now);
      assert.deepEqual(found.map(({field, message}) => [field, message]), problems);
    });
  });
}

test('an entry of an unknown newer kind is left alone', () => {
  assert.deepEqual(validate({kind: 'puzzle', start: '2026-01-01T00:00:00.000Z'}, validation.child, validation.now), []);
});

/** Without the members that only the server computes. */
function said({amountMl, valueCelsius, ...draft}) {
  return draft;
}

test('a press is completed as the daemon completes it', () => {
  each(pressed.feeds, ({said: choice, dashboard, draft}) => {
    assert.deepEqual(drafts.feed(choice, pressed.dashboards[dashboard], pressed.now), said(draft));
  });
  each(pressed.tummies, ({said, draft}) => {
    assert.deepEqual(drafts.tummyTime(said, pressed.dashboards[0], pressed.now), draft);
  });
  const [dashboard] = pressed.dashboards;
  each(pressed.naps, (draft) => assert.deepEqual(drafts.nap({}, dashboard, pressed.now), draft));
  each(pressed.entries, ({kind, said: {fields, minutes}, draft}) => {
    const choice = {fields: said(fields), minutes};
    assert.deepEqual(drafts.entry(kind, choice, dashboard, pressed.now), said(draft));
  });
  assert.throws(() => drafts.entry('sleep', {}, dashboard, pressed.now), {details: [{
                  field: 'end',
                  message: 'is missing: say how long it was, or from when to when',
                }]});
});

test('timers change state as in the daemon', () => {
  let last = null;
  each(pressed.timers, ({step, now, at, said, refusal, ...entries}) => {
    const before = entries.before ? whole(entries.before, pressed) : last;
    const after = entries.after && whole(entries.after, pressed);
    last = after ?? last;
    if (step === 'start') {
      const {kind, timedSide: side, childId, name} = after;
      const of = {child: {id: childId}};
      const draft = kind === 'feeding' ? drafts.feedStart({side}, of, at) :
          kind === 'sleep'             ? drafts.sleepStart({}, of, at) :
          kind === 'tummy'             ? drafts.tummyStart({}, of, at) :
                                         {...drafts.entry(kind, {fields: {name}, end: at}, of, at), end: undefined};
      for (const [member, value] of Object.entries(draft)) assert.deepEqual(value, after[member], member);
      return;
    }
    const take = () => drafts[step](before, now, at);
    if (refusal === 'forgotten') {
      assert.throws(take, {code: 'forgotten'});
    } else if (refusal) {
      assert.throws(take, {details: refusal.map(([field, message]) => ({field, message}))});
    } else {
      const entry = completed({...before, ...take(), updatedAt: after.updatedAt}, pressed.zone);
      assert.deepEqual(entry, after);
      if (said) assert.equal(words.changed(entry, before), said);
    }
  });
});

test('a change has the same effect as in the daemon', () => {
  each(pressed.edits, ({changes, ...entries}) => {
    const [before, after] = [whole(entries.before, pressed), whole(entries.after, pressed)];
    const entry = {...before, ...drafts.edited(before, changes)};
    assert.deepEqual(completed(entry, pressed.zone), after);
  });
});

test('an entry is completed as the server completes it', () => {
  each(pressed.completed, ({draft, entry}) => {
    const {id, createdAt, updatedAt} = entry;
    assert.deepEqual(completed({...draft, id, createdAt, updatedAt}, pressed.zone), entry);
  });
});

test('a typed number is parsed exactly, or refused at its field', () => {
  for (const [text, number] of [['85', 85], ['62,5', 62.5], ['62.5', 62.5], [' 5 ', 5], ['8.', 8], ['.5', 0.5]])
    assert.equal(typedNumber('amount', text), number);
  for (const text of ['', ' ', 'abc', '1e3', '0x10', '-5', '8 oz', '1,000.5', '½'])
    assert.throws(() => typedNumber('amount', text), (error) =>
        error instanceof Refusal && error.details[0].field === 'amount');
});

test('the usual amount is offered in the chosen unit', () => {
  assert.equal(amountIn('ml', {amount: 8, unit: 'oz'}, 10), 240);
  assert.equal(amountIn('oz', {amount: 120, unit: 'ml'}, 0.5), 4);
  assert.equal(amountIn('oz', {amount: 5, unit: 'ml'}, 0.5), 0.5);
  assert.equal(amountIn('ml', {amount: 85, unit: 'ml'}, 10), 85);
});
