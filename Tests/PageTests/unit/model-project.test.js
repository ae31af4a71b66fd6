import assert from 'node:assert/strict';
import {test} from 'node:test';

import {project} from '../../../Sources/BabyServer/Web/app/model/project.js';
import {each, present, table, whole} from './support/cases.js';

const {logs, cases} = table('projection');

/** With entries in place of their ids. */
const filled = (value, entries) => Array.isArray(value) ? value.map((one) => filled(one, entries)) :
                                                          entries.get(value) ?? value;

for (const log of logs) {
  log.entries = log.entries.map((entry) => whole(entry, log));
  const entries = new Map(log.entries.map((entry) => [entry.id, entry]));
  for (const [name, value] of Object.entries(log.dashboard)) log.dashboard[name] = filled(value, entries);
}

/** The log as a phone knows it from some time on. */
function known({entries}, since) {
  const isKnown = ({start, end, running}) => start >= since || (end ? end > since : running);
  return {entries: since === null ? [] : entries.filter(isKnown), since};
}

/** How often each member was unknown, by how far back the log was known. */
const untold = {};

/** Members of the server's dashboard that no screen shows, and that the page does not compute. */
const unseen = ['feedingSeconds', 'breastFeedings', 'bottles', 'pumpingMl', 'diapers', 'sleeps', 'tummyTimes', 'diaperType'];
const isSeen = ([name]) => !unseen.includes(name) && !name.endsWith('Local');
const part = (value) => value && Object.fromEntries(Object.entries(value).filter(isSeen));
const seen = (dashboard) => ({...part(dashboard), today: part(dashboard.today), quick: part(dashboard.quick)});

/**
 * Offered values, which may be outdated when not all relevant entries are known: usual values, and kinds in menus. Of
 * medicines with a pending dose, nothing is shown.
 */
function withoutOffers(dashboard, unknown, {since, operations, now}) {
  const names = operations.filter(({kind}) => kind === 'medicine').map(({name}) => name);
  const medicines = dashboard.medicines?.filter(({name}) => !names.includes(name));
  const isFar = since !== null && now - Date.parse(since) > 15 * 86_400_000;
  // The entry before a deleted one may be older than the known ones.
  const isGone = unknown.some((name) => name.startsWith('last')) || operations.some(
      ({kind, deletedAt, createdAt, updatedAt}) => kind === 'feeding' && (deletedAt || createdAt !== updatedAt));
  return {
    ...seen(dashboard),
    medicines: medicines?.length > 0 ? medicines : null,
    quick: since === null || isGone ? null : part(dashboard.quick),
    recentKinds: isFar ? dashboard.recentKinds : null,
  };
}

test('pending changes are shown as the server will show them, or not at all', () => {
  each(cases, (one) => {
    const {log: place, since, now, changes} = one;
    const log = logs[place];
    const operations = one.operations.map((entry) => whole(entry, log));
    const waiting = operations.map((entry) => ({entry}));
    const {unknown = [], ...projected} =
        project(log.dashboard, waiting, known(log, since), log.settings, now);
    const entries = new Map([...log.entries, ...operations].map((entry) => [entry.id, entry]));
    const expected = {...log.dashboard};
    for (const [name, value] of Object.entries(changes)) {
      const isPart = name === 'today' || name === 'quick';
      expected[name] = isPart ? present({...log.dashboard[name], ...value}) : filled(value, entries);
    }
    for (const name of unknown) {
      assert.equal(projected[name], null, name);
      const count = untold[name] ??= {};
      const far = since === null ? 'nothing' : `${Math.round((now - Date.parse(since)) / 86_400_000)} days`;
      count[far] = (count[far] ?? 0) + 1;
      delete projected[name];
      delete expected[name];
    }
    const told = (dashboard) => present(withoutOffers(dashboard, unknown, {...one, operations}));
    assert.deepEqual(told(projected), told(present(expected)));
  });
});

test('with all recent days known, hardly any member is left unknown', () => {
  const open = Object.entries(untold).filter(([name, {'60 days': count}]) => count && name !== 'medicines');
  assert.deepEqual(open, []);
  const sometimes = Object.entries(untold).filter(([, {'2 days': count}]) => count).map(([name]) => name);
  assert.deepEqual(sometimes.filter((name) => !['medicines'].includes(name)), [], JSON.stringify(untold));
});

test('without pending changes, the server\'s dashboard is shown unchanged', () => {
  for (const {dashboard, entries, settings} of logs) {
    const now = Date.parse(dashboard.day.start) + 1;
    const projected = project(dashboard, [], {entries, since: '2000-01-01T00:00:00.000Z'}, settings, now);
    assert.deepEqual(seen(present(projected)), seen(present(dashboard)));
  }
});

test('an accepted entry that the dashboard does not count yet is shown once, in its latest version', () => {
  const [log] = logs;
  const now = Date.parse(log.dashboard.day.end) - 3_600_000;
  const feed = log.entries.findLast(({kind, method}) => kind === 'feeding' && method === 'breast');
  const start = new Date(now).toISOString();
  // It was a breast feed when the dashboard was made; the phone only has its current version.
  const taken = {...feed, method: 'bottle', amount: 90, unit: 'ml', updatedAt: start};
  const rest = log.entries.filter(({id}) => id !== feed.id);
  const all = {entries: [...rest, taken], since: log.entries[0].start};
  const shown = project(log.dashboard, [{entry: taken}], all, log.settings, now);
  const expected = rest.findLast(({kind, method}) => kind === 'feeding' && method === 'breast');
  assert.equal(shown.suggestedSide, expected.startedSide === 'left' ? 'right' : 'left');
  // It is changed once more before the dashboard arrives.
  const later = {...taken, start, startLocal: start};
  const again = project(log.dashboard, [{entry: taken}, {entry: later}], all, log.settings, now + 1);
  assert.equal(again.lastFeeding, later);
  assert.equal(again.today.feedings, shown.today.feedings);
});

test('the last feed is left out if only the server can read the top-up setting', () => {
  const [log] = logs;
  const now = Date.parse(log.dashboard.day.end) - 3_600_000;
  const bottle = whole(
      {id: 'f', kind: 'feeding', method: 'bottle', amount: 90, unit: 'ml', start: new Date(now).toISOString(), createdAt: new Date(now).toISOString()},
      log);
  const settings = {...log.settings, 'feeding.topUp': 'half an hour'};
  const all = {entries: log.entries, since: log.entries[0].start};
  const shown = project(log.dashboard, [{entry: bottle}], all, settings, now);
  assert.deepEqual([shown.lastFeeding, shown.feedingSince, shown.nextFeedingDue], [null, null, null]);
  assert.ok(shown.unknown.includes('lastFeeding'));
  assert.equal(shown.today.feedings, log.dashboard.today.feedings + 1);
});
