import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';

import {kinds, lifetimes, settings} from '../../../Sources/BabyServer/Web/app/model/generated/tables.js';
import {nameKey} from '../../../Sources/BabyServer/Web/app/model/names.js';
import * as words from '../../../Sources/BabyServer/Web/app/model/words.js';
import {each, table} from './support/cases.js';

const cases = table('words');

test('entries are described as in the other clients', () => {
  each([...cases.entries, ...cases.more], ({entry, ...said}) => {
    const is = (name, text) => name in said && assert.equal(text, said[name], name);
    is('title', words.title(entry));
    is('ml', words.line(entry, 'ml'));
    assert.equal(words.line(entry, 'oz'), said.oz ?? said.ml);
    is('logged', words.logged(entry, 'oz'));
    is('running', words.running(entry, cases.now));
    is('measured', words.measured(entry, 'ml'));
    is('note', words.noteLine(entry));
    is('updated', words.updated(entry));
    is('deleted', words.deleted(entry));
  });
});

test('spellings of a medicine\'s name are matched as in sentences', () => {
  each(cases.names, ({name, key}) => assert.equal(nameKey(name), key));
});

test('an undelivered change is described as in the other clients', () => {
  each(cases.entries.filter((one) => one.conflict), ({entry, ...said}) => {
    const deleted = {...entry, deletedAt: entry.start};
    const kept = (reason, child, entry) => words.kept({entry, reason}, child);
    assert.equal(words.couldntSync(entry), said.couldntSync);
    assert.equal(words.stillCouldntSync(deleted), said.couldntDelete);
    assert.equal(kept('conflict', 'Eva', entry), said.conflict);
    assert.equal(kept('not-shared', '$& Eva', entry), said.notShared);
    assert.equal(kept('read-only', 'Eva', deleted), said.readOnly);
    if (said.startedTwice) assert.equal(kept('started-twice', 'Eva', entry), said.startedTwice);
  });
  assert.equal(words.reason({kind: 'network'}), 'No connection');
  assert.equal(words.reason({kind: 'refused', message: 'No.'}), 'No.');
});

test('fields, numbers, amounts and lengths are written the same', () => {
  each(cases.fields, ({kind, name, title}) => {
    assert.equal(words.fieldTitle(kinds[kind].fields.find((field) => field.name === name)), title);
  });
  each(cases.numbers, ({number, places, text}) => assert.equal(words.decimal(number, places), text));
  each(cases.amounts, ({value, unit, in: to, text, milliliters, sum}) => {
    assert.equal(words.amount(value, unit, to), text);
    assert.equal(words.amountOfMl(milliliters, to), sum);
  });
  each(cases.lengths, ({ms, duration, length, awake}) => {
    assert.equal(words.duration(ms), duration);
    assert.equal(words.length(ms), length);
    assert.equal(words.awake(ms), awake);
  });
  each(cases.ages, ({at, text}) => assert.equal(words.ago(at, cases.now), text));
  each(cases.wakings, ({wakings, text}) => assert.equal(words.wakings(wakings), text));
  each(cases.days, ({day, units, text}) => assert.equal(words.counts(day, units), text));
});

test('clock times, days and predictions are written the same', () => {
  each(cases.moments, ({at, now, zone, format, clock, dateTime, due, day, today, heading}) => {
    assert.equal(words.clock(at, zone, format), clock);
    assert.equal(words.dateTime(at, now, zone, format), dateTime);
    assert.equal(words.due(at, now, zone, format), due);
    assert.equal(words.dayHeading(day, today), heading);
  });
  each(cases.predictions, ({prediction, now, zone, format, text}) => {
    assert.equal(words.predicted(prediction, now, zone, format), text);
  });
  each(cases.doses, ({dose, now, zone, format, text}) => {
    assert.equal(words.nextDose(dose, now, zone, format), text);
  });
});

test('an entry of an unknown newer kind is shown', () => {
  const entry = {kind: 'puzzle', start: '2026-01-01T00:00:00.000Z', note: 'what?'};
  assert.equal(words.knows('puzzle'), false);
  assert.equal(words.title(entry), 'From a newer version: puzzle');
  assert.equal(words.line(entry, 'ml'), 'From a newer version: puzzle');
  assert.equal(words.logged(entry, 'ml'), 'Logged from a newer version: puzzle');
});

test('a problem with a field is described in a sentence', () => {
  assert.equal(words.fieldProblem('amount', 'must be at most 500 ml'), 'Amount must be at most 500 ml.');
  assert.equal(
      words.fieldProblem('leftSeconds', 'and rightSeconds together must be at most 6 hours'),
      'Left and right together must be at most 6 hours.');
  assert.equal(
      words.fieldProblem('zone', 'must be an IANA time zone, such as Europe/Berlin. Compare it'),
      'Zone must be an IANA time zone, such as Europe/Berlin. Compare it.');
  assert.equal(words.fieldProblem('doseNumber', 'is missing'), 'Dose number is missing.');
});

test('banners stay as long as in the other clients', () => {
  assert.deepEqual(lifetimes, {success: 10_000, warning: 4_000, error: null, saved: 2_000});
});

/** "2h30m" in minutes. */
function minutes(text) {
  const [, hours = 0, rest = 0] = /^(?:(\d+)h)?(?:(\d+)m)?$/.exec(text) ?? assert.fail(text);
  return Number(hours) * 60 + Number(rest);
}

test('the page offers values that a setting can have, and its default', () => {
  const source = readFileSync(new URL('../../../Sources/BabyServer/Web/app/ui/settings.js', import.meta.url), 'utf8');
  const known = /const known = \{(.*?)\n\};/s.exec(source)[1];
  const offers = [...known.matchAll(/'?([\w.]+)'?: '(.*?)'/g)].map(([, key, words]) => [key, words.split(' ')]);
  assert.ok(offers.length > 5);
  for (const [key, words] of offers) {
    const {standard, choices, expected} = cases.settings.find((setting) => setting.key === key) ?? assert.fail(key);
    assert.equal(settings[key] ?? 'off', standard, key);
    assert.ok(words.includes(standard), key);
    // Night is on this phone alone.
    const others = words.filter((word) => word !== 'night');
    const [, least, most] = /([\dhm]+) to ([\dhm]+)/.exec(expected) ?? [];
    for (const word of others) {
      const isAllowed = choices?.includes(word) ||
          word === 'off' || (minutes(word) >= minutes(least) && minutes(word) <= minutes(most));
      assert.ok(isAllowed, `${key}: ${word}`);
    }
  }
  for (const [key, value] of Object.entries(settings)) {
    assert.equal(value, cases.settings.find((setting) => setting.key === key).standard);
  }
});
