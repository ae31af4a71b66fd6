import assert from 'node:assert/strict';
import {test} from 'node:test';

import {uuid} from '../../../Sources/BabyServer/Web/app/model/ids.js';
import {interval} from '../../../Sources/BabyServer/Web/app/model/rules.js';
import * as time from '../../../Sources/BabyServer/Web/app/model/time.js';
import {each, table} from './support/cases.js';

const cases = table('times');

test('local times have the offset that was in force', () => {
  each(cases.texts, ({at, zone, text}) => {
    assert.equal(time.text(at, zone), text);
    assert.equal(time.local(at, zone), text.slice(0, 16));
    assert.equal(time.date(at, zone), text.slice(0, 10));
  });
});

test('a wall-clock time is one instant, two, or none', () => {
  each(cases.instants, ({local, zone, all, next}) => {
    assert.deepEqual(time.instants(Date.parse(`${local}Z`), zone), {all, next});
  });
});

test('an ambiguous exact time is refused with its possible readings', () => {
  each(cases.typed, ({text, zone, now, at, choices}) => {
    assert.deepEqual(time.typed(text, zone, now), {at, choices});
    assert.equal(time.instant(text, zone, now), at);
  });
  assert.deepEqual(time.typed('', 'UTC', 0), {at: null, choices: []});
});

test('days begin at the same time as in the model', () => {
  each(cases.days, ({at, dayStart, zone, day}) => {
    assert.deepEqual(at === undefined ? time.dayWindow(day.date, dayStart, zone) : time.dayOf(at, dayStart, zone), day);
  });
});

test('ids consist of a time and random bytes, as in the daemon', () => {
  each(cases.ids, ({now, random, id}) => assert.equal(uuid(now, Uint8Array.from(random)), id));
});

test('durations in settings are parsed as on the server, or not at all', () => {
  const read = (text) => interval({'feeding.topUp': text}, 'feeding.topUp');
  each(cases.intervals, ({text, ms}) => assert.ok([ms, undefined].includes(read(text)), String(read(text))));
  const usual = cases.intervals.filter(({text}) => /^[\dhm]+$/.test(text));
  each(usual, ({text, ms}) => assert.equal(read(text), ms));
  assert.equal(read('off'), null);
  assert.equal(interval({}, 'feeding.topUp'), null);
});

test('an unknown time zone is replaced by the phone\'s own', () => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const now = Date.parse('2026-11-21T20:14:05.123Z');
  assert.equal(time.text(now, 'Europe/New_Town'), time.text(now, own));
});

test('zones come from Temporal where the browser has it, and from Intl otherwise', (context) => {
  const asked = [];
  context.after(() => delete globalThis.Temporal);
  globalThis.Temporal = {
    Instant: {
      fromEpochMilliseconds: (ms) => ({
        toZonedDateTimeISO: (zone) => {
          if (zone !== 'Europe/Paris') throw new RangeError(zone);
          asked.push(ms);
          return {offsetNanoseconds: 7_200_000_000_000};
        },
      }),
    },
  };
  const ms = Date.parse('2001-07-01T12:00:00Z');
  assert.equal(time.offset(ms, 'Europe/Paris'), 7_200_000);
  assert.equal(time.offset(ms + 1, 'Europe/Paris'), 7_200_000);
  assert.deepEqual(asked, [ms], 'once for each quarter of an hour');
  assert.equal(time.offset(ms, 'America/New_York'), -14_400_000);
});
