// The frame of every sheet: a dialog at the bottom edge with its title, a way to close it, and fields for times.

import {inFuture} from '../model/generated/texts.js';
import {Refusal} from '../model/rules.js';
import * as time from '../model/time.js';
import * as words from '../model/words.js';
import * as texts from '../texts.js';

import {clockFormat, keep, perform, zone} from './context.js';
import {afterFrame, h} from './dom.js';
import {button, choice, choose, field, titled} from './parts.js';
import {close} from './router.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./context.js').Form} Form */
/** @typedef {import('./dom.js').Kid} Kid */

// Has a box follow the finger down, and be put away once it was pulled far enough.
/** @param {() => void} away */
export function pulls(away) {
  let start = 0;
  const move = (/** @type {any} */ event, /** @type {number} */ by) => {
    event.currentTarget.closest('.pulled').style.translate = by > 0 ? `0 ${by}px` : '';
  };
  return {
    onpointerdown: (/** @type {any} */ event) => {
      if (event.target.closest('button')) return;
      start = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onpointermove: (/** @type {any} */ event) => start && move(event, event.clientY - start),
    onpointerup: (/** @type {any} */ event) => {
      if (start && event.clientY - start > 90) away();
      if (start) move(event, 0);
      start = 0;
    },
  };
}

/**
 * What had the focus before there was a dialog, and gets it back.
 * @type {any}
 */
let before = null;

/** @param {HTMLDialogElement} node */
function show(node) {
  before ??= document.activeElement;
  node.show();
  settle();
}

/** Has the page be out of reach where a dialog lies over it, and only there. */
export function cover() {
  const page = /** @type {HTMLElement} */ (document.getElementById('page'));
  return page.inert = !!document.querySelector('dialog');
}

// A modal dialog would do that in the same frame, in which the browser then computes the page's styles again, and with a
// dialog that goes that frame is the one that says what was logged.
const settle = () => afterFrame(() => {
  if (cover()) return;
  if (document.activeElement === document.body) before?.focus({preventScroll: true});
  before = null;
});

// A dialog over everything, which the phone's way back, Escape and a press beside it close.
/** @param {string} key @param {Record<string, any>} props @param {...Kid} kids */
export const dialog = (key, props, ...kids) =>
    [h('div.shade', {key: 'shade', onclick: close}),
     h('dialog', {key, mounted: show, leaving: settle, 'aria-modal': true, ...props}, kids),
];

/** @param {string} title @param {string} key @param {...Kid} kids */
export const sheet = (title, key, ...kids) => dialog(
    key, {class: 'sheet pulled', 'aria-labelledby': 'sheet-title'},
    h('header', pulls(close), h('span.grip'),
      h('h2', {id: 'sheet-title', tabindex: -1, autofocus: true}, title),
      button('', close, {look: 'icon', icon: 'x', label: texts.close})),
    h('div.body', kids));

// What a field says, in ms; of a night on which the clocks go back, the time that was picked. Undefined where it says nothing.
/** @param {Context} context @param {'start'|'end'} name @param {number} now */
export function momentOf(context, name, now) {
  const {at, choices} = time.typed(context.form[name] ?? '', zone(context), now);
  return at ?? choices[context.form[`${name}-turn`] ?? 0];
}

// The same at a press. What is typed in part is refused and never taken for nothing, and so is an exact time that is empty.
/** @param {Context} context @param {'start'|'end'} name @param {number} now */
export function typedMoment(context, name, now) {
  const ms = momentOf(context, name, now);
  const node = /** @type {HTMLInputElement|null} */ (document.querySelector(`#${name}`));
  const isEmpty = name === 'end' && !context.form[name];
  if (node?.validity?.badInput || ms === undefined && !isEmpty)
    throw new Refusal(name, 'must be a date and a time');
  return ms;
}

// How many minutes ago it was: as chosen, else as long as it lasted.
/** @param {Form} form */
const ago = (form) => form.ago ?? form.minutes ?? 0;

// Those to choose from: another length takes the place of the last one, so that nothing moves below.
/** @param {Form} form */
const moments = ({ago, minutes = 0}) => {
  const usual = [0, 5, 10, 20, 30];
  const isOther = !usual.includes(minutes) && ago !== 30;
  return isOther ? [...usual.slice(0, -1), minutes].sort((a, b) => a - b) : usual;
};

// The moment that is chosen, in ms; undefined for now.
/** @param {Context} context @param {number} now @param {typeof momentOf} [read] */
export function chosen(context, now, read = momentOf) {
  const {form} = context;
  if (form.ago === 'at') return read(context, 'start', now);
  return ago(form) || form.minutes ? now - ago(form) * 60_000 : undefined;
}

// "When": now, some minutes ago, or exactly.
/** @param {Context} context @param {string} [legend] */
export function when(context, legend = texts.when) {
  const {form, draw, now} = context;
  const at = zone(context);
  return [
    choice({
      legend,
      name: 'when',
      options: [
        ...moments(form).map((ago) => ({
                               value: ago,
                               text: ago ? texts.minutes(ago) : texts.now,
                               label: ago ? texts.minutesAgo(ago) : texts.now,
                             })),
        {value: 'at', text: '', label: texts.exactTime, icon: 'clock'},
      ],
      value: ago(form),
      aside: words.clock(chosen(context, now) ?? now, at, clockFormat(context)),
      pick: (ago) => {
        form.start ??= time.local(chosen(context, now) ?? now, at);
        form.ago = ago;
        draw();
      },
    }),
    form.ago === 'at' && moment(context, 'start', texts.exactTime),
  ];
}

// A time of the child's zone. Where its clocks show it twice, it is asked which.
/** @param {Context} context @param {string} name @param {string} label */
export function moment(context, name, label) {
  const {form, now, draw} = context;
  const at = zone(context);
  const turn = `${name}-turn`;
  return [
    field({
      label,
      name,
      type: 'datetime-local',
      value: form[name],
      errors: form.errors,
      more: {max: time.local(now, at)},
      input: keep(form, name, draw),
    }),
    time.typed(form[name] ?? '', at, now).choices.length > 1 &&
        choose(
            form, draw, turn, texts.clocksGoBack, texts.turns.map((text, value) => ({text, value})),
            {value: form[turn] ?? 0}),
  ];
}

/** @param {Context} context @param {string} [required] What the rules call the note of a kind that is nothing without one. */
export function note({form}, required = 'note') {
  (form.titles ??= {})[required] = texts.note;
  return titled(form, {
    label: texts.note,
    name: 'note',
    type: 'long',
    value: form.note,
    errors: {note: form.errors?.note ?? form.errors?.[required]},
    input: keep(form, 'note'),
  });
}

/**
 * Logs what a sheet says. What is against the rules is not logged, and the sheet says why.
 * @param {Context} context
 * @param {(start: number|undefined, now: number) => any} make The draft, of the time that was chosen.
 */
export const log = (context, make) => act(context, (family) => {
  const {form} = context;
  const now = family.now();
  const start = chosen(context, now, typedMoment);
  // What began so late is not over.
  if (form.minutes && Number(start) + form.minutes * 60_000 > now)
    throw new Refusal('end', inFuture);
  return family.logbook.log(make(start, now));
});

/** @param {Context} context @param {(family: import('./context.js').Family) => Promise<any>} work */
export const act = (context, work) => perform(context, context.form, async () => {
  await work(context.family);
  done();
});

/** The sheet has done its work. */
export function done() {
  navigator.vibrate?.(12);
  close();
}
