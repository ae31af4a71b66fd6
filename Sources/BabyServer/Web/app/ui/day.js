// A day's entries, the newest first, those of other days, and what a search finds.

import {isOfDay} from '../model/entries.js';
import {setting} from '../model/rules.js';
import * as time from '../model/time.js';
import * as words from '../model/words.js';
import * as texts from '../texts.js';

import {clockFormat, keep, mayLog, perform, units, zone} from './context.js';
import {h} from './dom.js';
import {totals} from './home.js';
import {badge, button, emptiness, header, icon, problem} from './parts.js';
import {open, replace} from './router.js';

/** @typedef {import('./context.js').Context} Context */

// The date that is today where the child is.
/** @param {Context} context */
const today = (context) =>
    context.state.dashboard?.day.date ?? time.date(context.now, zone(context));

/** @param {Context} context */
export function day(context) {
  const {page, place, state} = context;
  const now = today(context);
  const date = place.about || now;
  const isToday = date === now;
  const to = (/** @type {string} */ date) => replace(date === now ? '/day' : `/day/${date}`);
  const step =
      (/** @type {number} */ days, /** @type {string} */ icon, /** @type {string} */ label) =>
          button('', () => to(time.addDays(date, days)), {look: 'icon', icon, label, key: icon});
  const entries = state.entries.get(date);
  if (!entries && page.date !== date) load(context, date);
  return h(
      'div.day',
      header(
          words.dayHeading(date, now), null,
          h('a.button.icon', {href: '#/search', 'aria-label': texts.search}, icon('search'))),
      h('nav.days', {'aria-label': texts.days}, h('input', {
          type: 'date',
          'aria-label': texts.otherDay,
          value: date,
          max: now,
          onchange: (/** @type {any} */ event) => event.target.value && to(event.target.value),
        }),
        step(-1, 'left', texts.dayBefore), !isToday && step(1, 'right', texts.dayAfter)),
      isToday && state.dashboard && h('p.quiet', totals(state.dashboard.today, units(context))),
      list(context, entries, date, isToday),
      mayLog(context) &&
          button(
              '', () => open('log'),
              {look: 'icon', icon: 'plus', label: texts.logSomething, key: 'add'}));
}

/** @param {Context} context @param {string} date */
function load({family, page, draw}, date) {
  page.date = date;
  page.problem = '';
  family.timeline.loadDay(date).catch(
      (/** @type {any} */ error) => keep(page, 'problem', draw)(error.message));
}

/** @param {Context} context @param {any[]|undefined} entries @param {string} date @param {boolean} isToday */
function list(context, entries, date, isToday) {
  if (entries?.length) {
    const {page, state: {settings}} = context;
    const begin = time.dayWindow(date, setting(settings, 'day.start'), zone(context)).start;
    // One of the night before says so.
    const before = (/** @type {any} */ {start}) => {
      const began = start < begin ? time.date(Date.parse(start), zone(context)) : date;
      return began < date ? words.dayHeading(began, today(context)) : '';
    };
    const count = page.rows?.date === date ? page.rows.count : atOnce;
    const more = () => keep(page, 'rows', context.draw)({date, count: count + later});
    return h(
        'ul.entries', {key: date},
        entries.slice(0, count).map((entry) => row(context, entry, before(entry))),
        count < entries.length && rest(count, more));
  }
  if (entries)
    return emptiness(
        isToday ? texts.nothingToday : texts.nothingThen, isToday && texts.nothingTodayDetail);
  if (context.page.problem)
    return emptiness(texts.noDay, context.page.problem, () => load(context, date));
  return h(
      'ul.entries', {'aria-busy': true},
      [1, 2, 3, 4].map((key) => h('li', {key}, h('p.bone.wide'))));
}

/** Rows that are drawn at first, and each time that the last of them comes near by scrolling. */
const [atOnce, later] = [40, 200];

// Below the drawn rows: the others, once the person scrolls there.
/** @param {number} count @param {() => void} more */
const rest = (count, more) =>
    h('li', {
      key: `rest-${count}`,
      mounted: (/** @type {Element} */ node) => {
        const observer = new IntersectionObserver((seen) => {
          if (!seen.some(({isIntersecting}) => isIntersecting)) return;
          observer.disconnect();
          more();
        }, {rootMargin: '600px'});
        observer.observe(node);
      },
    },
      button(texts.moreEntries, more, {look: 'plain'}));

// `date` stands with the time if the rows are of several days.
/** @param {Context} context @param {any} entry @param {string} [date] */
function row(context, entry, date) {
  const {id, kind, start, note, author, sync} = entry;
  const isRunning = entry.running && !entry.end;
  return h(
      'li', {key: id},
      h('button.entry', {type: 'button', onclick: () => open(`entry/${id}`)},
        h('time', {datetime: start}, date && h('span', date),
          !isOfDay(entry, zone(context)) &&
              words.clock(Date.parse(start), zone(context), clockFormat(context))),
        badge(kind, isRunning),
        h('span.grow',
          isRunning ? words.running(entry, context.now) : words.line(entry, units(context)),
          kind !== 'note' && note && h('small', note),
          author && author !== context.state.user?.name && h('small', author),
          sync &&
              h(`small.sync.${sync}`, icon(sync === 'failed' ? 'error' : 'offline'),
                texts.sync(sync)))));
}

/** @param {Context} context */
export function search(context) {
  const {family, page, draw} = context;
  const now = today(context);
  const find = (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = page.text?.trim();
    if (text)
      perform(context, page, async () => keep(page, 'results')(await family.timeline.search(text)));
  };
  const {results} = page;
  return h(
      'div.day', header(texts.search, '/day'),
      h('form.line', {role: 'search', onsubmit: find}, h('input', {
          type: 'search',
          'aria-label': texts.searchFor,
          placeholder: texts.searchFor,
          enterkeyhint: 'search',
          maxlength: 100,
          value: page.text ?? '',
          autofocus: true,
          oninput: (/** @type {any} */ event) => keep(page, 'text', draw)(event.target.value),
        }),
        button(texts.search, null, {isSubmit: true, isBusy: page.isBusy})),
      problem(page), h('p.quiet', {role: 'status'}, results && texts.found(results.length)),
      h('ul.entries',
        results?.map(
            (/** @type {any} */ entry) =>
                row(context, entry,
                    words.dayHeading(time.date(Date.parse(entry.start), zone(context)), now)))));
}
