// The sheet for every kind that has none of its own, and for changing any entry: its fields are those that are declared.

import * as drafts from '../model/drafts.js';
import {isOfDay} from '../model/entries.js';
import {kinds} from '../model/generated/tables.js';
import {nameKey} from '../model/names.js';
import {Refusal, senseProblem, setting, typedNumber, typedQuantity} from '../model/rules.js';
import * as time from '../model/time.js';
import * as words from '../model/words.js';
import * as texts from '../texts.js';

import {attempt, clockFormat, keep, mayLog, units, zone} from './context.js';
import {h} from './dom.js';
import {badge, button, choice, choose, confirm, field, minutes, options, problem} from './parts.js';
import {open} from './router.js';
import {act, done, log, moment, note, sheet, typedMoment, when} from './sheet.js';

/** @typedef {import('./context.js').Context} Context */

/** What only a running timer has, and its buttons change. */
const ofTimers = ['timedSide', 'timedSince', 'pausedSince'];

// Fields that say nothing of a feed of this method.
/** @type {Record<string, string[]>} */
const misfits = {
  breast: ['amount', 'content'],
  bottle: ['startedSide', 'breasts', 'leftSeconds', 'rightSeconds'],
  pumping: ['content', 'leftSeconds', 'rightSeconds'],
};

/** @param {any} kind @param {Record<string, any>} values @returns {any[]} */
const shown = (kind, values) => kind.fields.filter(
    (/** @type {any} */ {name}) =>
        !ofTimers.includes(name) && !misfits[values.method]?.includes(name));

// The seconds of a length's unit: intervals of medicines are in hours.
/** @param {string} name */
const scale = (name) => (name === 'intervalSeconds' ? 3600 : 60);

// What is typed, of what an entry says.
/** @param {any} kind @param {any} entry */
function typed(kind, entry) {
  /** @type {Record<string, any>} */
  const values = {};
  for (const {name, type, unitName} of kind.fields) {
    if (unitName) values[unitName] = entry[unitName] ?? undefined;
    if (entry[name] != null)
      values[name] = String(type === 'seconds' ? entry[name] / scale(name) : entry[name]);
  }
  return values;
}

// What was typed, as an entry says it; null for what is empty, and for what does not apply.
/** @param {any} kind @param {Record<string, any>} values */
function said(kind, values) {
  /** @type {Record<string, any>} */
  const members = {};
  const fields = shown(kind, values);
  for (const {name, type, unitName, units, least = 0, most} of kind.fields) {
    if (ofTimers.includes(name)) continue;
    const text = fields.some((field) => field.name === name) ? values[name]?.trim() || null : null;
    if (unitName) {
      const {number, word} = text ?
          typedQuantity({name, type, units}, text, values[unitName] ?? units[0].word) :
          {number: null, word: null};
      Object.assign(members, {[name]: number, [unitName]: word});
      continue;
    }
    const isNumber = text && type !== 'text' && type !== 'choice';
    const number = isNumber ? typedNumber(name, text) : text;
    members[name] = isNumber && type === 'seconds' ? Math.round(number * scale(name)) : number;
    // In hours and minutes, as it is typed.
    if (type === 'seconds' && isNumber && !(members[name] >= least && members[name] <= most)) {
      const [low, high] = [least, most].map((seconds) => words.length(seconds * 1000));
      throw new Refusal(name, `must be between ${low} and ${high}`);
    }
  }
  return members;
}

// Names that need not be typed at 3 AM: those of the last days, and what activities often are.
/** @param {Context['state']} state @param {string} word @returns {string[]} */
function usual({lately, dashboard}, word) {
  const logged = lately.filter(({kind}) => kind === word).map(({name}) => String(name));
  const given = word === 'medicine' ?
      (dashboard.medicines ?? []).map((/** @type {any} */ {name}) => name) :
      [];
  const names = [...given, ...logged, ...(word === 'activity' ? texts.activities : [])];
  // Of spellings of one name the newest.
  const keys = names.map(word === 'medicine' ? nameKey : String);
  return names.filter((_, place) => keys.indexOf(keys[place]) === place).slice(0, 8);
}

// A name that was picked. A medicine's last dose and its unit come with it, and are seen before they are logged. A dose that
// was typed stays.
/** @param {Context} context @param {string} kind @param {string} name */
function pick({form, draw, state}, kind, name) {
  form.values.name = name;
  if (kind === 'medicine' && (!form.values.dose || form.values.dose === form.lastDose)) {
    const isSame = (/** @type {any} */ entry) =>
        entry.kind === kind && nameKey(entry.name) === nameKey(name);
    const last = state.lately.find((entry) => isSame(entry) && entry.dose != null);
    form.lastDose = last && String(last.dose);
    Object.assign(form.values, {dose: form.lastDose, unit: last?.unit});
  }
  draw();
}

// When the medicine of a name may be given again, by what was noted with its doses: said before another one is logged.
/** @param {Context} context */
function nextDose(context) {
  const {form, now, state: {dashboard}} = context;
  const key = nameKey(form.values.name ?? '');
  const dose =
      dashboard.medicines?.find((/** @type {any} */ {name}) => key && nameKey(name) === key);
  return dose && words.nextDose(dose, now, zone(context), clockFormat(context));
}

// Another unit, of which what was refused can be: one tap away, where the error says so.
/** @param {Context} context @param {any} field @param {any} chosen the unit */
function meant({form, draw}, field, chosen) {
  const {name, unitName, units} = field;
  const text = form.values[name] ?? '';
  const value = Number(text.replace(',', '.'));
  if (!field.limits || !form.errors?.[name] || !value) return null;
  const fits = units.find(
      (/** @type {any} */ {word}) => word !== chosen &&
          !senseProblem(field, /** @type {any} */ ({[name]: value, [unitName]: word})));
  const take = () => {
    form.values[unitName] = fits.word;
    delete form.errors[name];
    draw();
  };
  return fits && button(texts.useAmount(`${text} ${fits.sign ?? fits.word}`), take, {key: 'meant'});
}

/** @param {Context} context @param {string} kind */
const inputs = (context, kind) => shown(kinds[kind], context.form.values).map((one) => {
  const {form, draw, state} = context;
  const {name, type, isRequired, unitName, words: choices, units} = one;
  const legend = texts.field(kind, name) ??
      (name === 'name' || name === 'value' ? words.kindTitle(kind) :
                                             words.fieldTitle({name, type}));
  const {values, errors} = form;
  (form.titles ??= {})[name] = legend;
  const put = (/** @type {string} */ name) => keep(values, name, draw);
  if (type === 'choice') {
    return choice({
      legend,
      name,
      options: options(choices),
      value: values[name],
      pick: put(name),
      isOptional: !isRequired,
      errors
    });
  }
  const unit = unitName && {
    legend: texts.unit,
    label: texts.unit,
    name: unitName,
    value: values[unitName] ?? units[0].word,
    options: units.map((/** @type {any} */ {word, sign}) => ({value: word, text: sign ?? word})),
    input: put(unitName),
    pick: put(unitName),
  };
  const isLong = unit && units.length > 4;
  const chosen = unit && units.find((/** @type {any} */ {word}) => word === unit.value);
  const names = name === 'name' ? usual(state, kind) : [];
  return [
    names.length > 0 && choice({
      legend: texts.recentNames,
      name: 'usual',
      options: options(names),
      value: values[name],
      pick: (name) => pick(context, kind, name)
    }),
    field({
      label: legend,
      name,
      value: values[name],
      errors,
      input: put(name),
      hint: kind === 'medicine' && name === 'name' && nextDose(context),
      more: {
        autocomplete: 'off',
        // Of pounds and ounces, the unit is typed with the number.
        inputmode: type === 'text' || chosen?.parts ? 'text' : 'decimal',
        placeholder: chosen?.parts && '7 lb 4 oz',
      },
      after: type === 'seconds' ? h('span', scale(name) > 60 ? texts.hours : texts.min) :
                                  isLong && field(unit),
    }),
    unit && meant(context, one, unit.value),
    unit && !isLong && choice({...unit, look: 'segments'}),
  ];
});

// A new entry of a kind.
/** @param {Context} context @param {string} word */
export function formSheet(context, word) {
  const {form, draw, state: {dashboard, settings}} = context;
  const kind = kinds[word];
  if (!kind) return null;
  const {longest, hasTimer} = kind;
  form.values ??= {unit: texts.usualUnit(word, settings)};
  const save = () => log(context, (start, now) => {
    const end = form.minutes ? undefined : typedMoment(context, 'end', now);
    return drafts.entry(
        word, {
          fields: said(kind, form.values),
          start,
          end,
          minutes: form.minutes,
          note: form.note?.trim()
        },
        dashboard, now);
  });
  const start = () => log(context, (start, now) => {
    // An end that is typed in part is refused here, too.
    typedMoment(context, 'end', now);
    const fields = said(kind, form.values);
    const entry = drafts.entry(word, {fields, start, end: now, note: form.note}, dashboard, now);
    return {...entry, end: undefined};
  });
  const {isBusy} = form;
  return sheet(
      words.kindTitle(word), 'form', inputs(context, word),
      when(context, longest ? texts.startedAt : texts.when),
      longest &&
          [
            choose(
                form, draw, 'minutes', texts.length, minutes([5, 10, 15, 20, 30, 60]),
                {isOptional: true, errors: {minutes: form.minutes && form.errors?.end}}),
            !form.minutes && moment(context, 'end', texts.ended),
          ],
      form.hasNote ?
          note(context) :
          button(
              texts.addNote, () => keep(form, 'hasNote', draw)(true), {look: 'plain', key: 'note'}),
      problem(form),
      h('div.buttons.last',
        hasTimer && !form.minutes && !form.end &&
            button(texts.startTimer, start, {icon: 'play', isBusy}),
        button(texts.save, save, {look: 'primary', isBusy})));
}

/** @param {Context} context @param {string} id @returns {any} */
const known =
    ({state, page},
     id) => [[...state.entries.values()], page.results ?? [], Object.values(state.dashboard)]
                .flat(3)
                .find((entry) => entry?.id === id && entry.kind);

// An entry that there is.
/** @param {Context} context @param {string} id */
export function entrySheet(context, id) {
  const {form, page, draw, state} = context;
  const entry = known(context, id);
  if (!entry) return sheet(texts.gone, 'gone', h('p', texts.goneDetail));
  const kind = kinds[entry.kind];
  const at = zone(context);
  const local = (/** @type {string|undefined} */ text) =>
      (text ? time.local(Date.parse(text), at) : '');
  form.values ??= kind ? typed(kind, entry) : {};
  form.start ??= local(entry.start);
  form.end ??= local(entry.end);
  form.note ??= entry.note ?? '';
  // A time that was not touched keeps its seconds.
  const moved = (/** @type {'start'|'end'} */ name) => {
    if (form[name] === local(entry[name]) && form[`${name}-turn`] === undefined) return entry[name];
    const ms = typedMoment(context, name, context.now);
    return ms === undefined ? null : time.wire(ms);
  };
  // What a search has found may be of a day that the phone knows nothing of.
  const change = (/** @type {(family: import('./context.js').Family) => Promise<any>} */ work) =>
      act(context, async (family) => {
        const {date} =
            time.dayOf(Date.parse(entry.start), setting(state.settings, 'day.start'), at);
        if (page.results) await family.timeline.loadDay(date);
        await work(family);
      });
  const save = () => change((family) => {
    const changes = {
      ...said(kind, form.values),
      start: moved('start'),
      end: moved('end') ?? null,
      note: form.note.trim() || null
    };
    return family.logbook.edit(id, drafts.edited(entry, changes));
  });
  const title = words.title(entry);
  const {isBusy} = form;
  const head = [
    h('p.quiet', by(entry)), isOfDay(entry, at) && h('p.quiet', texts.dateOnly),
    standing(context, entry)
  ];
  if (!kind || !mayLog(context))
    return sheet(
        title, 'entry', head, h('p', words.line(entry, units(context))),
        entry.kind !== 'note' && entry.note && h('p', entry.note));
  return sheet(
      title, 'entry', head, inputs(context, entry.kind),
      h('div.times', moment(context, 'start', kind.longest ? texts.startedAt : texts.when),
        kind.longest && moment(context, 'end', texts.ended)),
      note(context, kind.requiredNote), problem(form),
      form.isDeleting ? confirm(
                            texts.reallyDelete(title), texts.deleteIt,
                            isBusy ? null : () => change((family) => family.logbook.remove(id)),
                            () => keep(form, 'isDeleting', draw)(false)) :
                        h('div.buttons.last',
                          button(
                              texts.deleteIt, () => keep(form, 'isDeleting', draw)(true),
                              {look: 'plain', isDanger: true}),
                          button(texts.save, save, {look: 'primary', isBusy})));
}

/** @param {any} entry */
const by =
    ({author, changedBy}) => [author && texts.loggedBy(author),
                              changedBy && changedBy !== author && texts.changedBy(changedBy)]
                                 .filter(Boolean)
                                 .join(words.separator);

// How an entry stands that the server does not have yet.
/** @param {Context} context @param {any} entry */
function standing({family}, {id, sync, problem}) {
  const act = (/** @type {(id: string) => any} */ work) => () => {
    attempt(family, () => work(id))();
    done();
  };
  return sync &&
      h('div.notice', {key: 'sync'},
        h('p.grow', texts.sync(sync) + (problem ? `: ${problem}` : '')), sync === 'failed' && [
          button(
              texts.discard, act((id) => family.logbook.discard(id)),
              {look: 'plain', isDanger: true}),
          button(texts.retry, act((id) => family.logbook.retry(id)), {look: 'plain'}),
        ]);
}

/** Everything that can be logged. */
export const kindsSheet = () => sheet(
    texts.logWhat, 'kinds',
    h('div.kinds',
      Object.keys(kinds).map(
          (word) =>
              h('button.kind', {type: 'button', key: word, onclick: () => open(`log/${word}`)},
                badge(word), h('span', words.kindTitle(word))))));
