// What screens and sheets are made of. Everything that is pressed is at least 44 px high, says what it is and how it stands.

import {sprite} from '../files.js';
import {knows} from '../model/words.js';
import * as texts from '../texts.js';

import {keep} from './context.js';
import {h} from './dom.js';

/** @typedef {import('./dom.js').Kid} Kid */
/** @typedef {import('./context.js').Form} Form */
/** @typedef {{value: any, text: string, label?: string, icon?: string}} Option */

let hasPictures = false;

/** From now on, icons are. Until then there is room for them. */
export function drawPictures() {
  hasPictures = true;
}

/** @param {string} name */
export const icon = (name) =>
    h('svg.icon', {'aria-hidden': 'true', key: name},
      hasPictures && h('use', {href: `${sprite}#${name}`}));

/** Kinds with colours of their own; the others have that of notes, which is the quiet one. */
const coloured = ['feeding', 'diaper', 'sleep', 'tummy'];

// A kind's icon, filled or tinted as the theme has it.
/** @param {string} kind @param {boolean} [isRunning] */
export const badge = (kind, isRunning) =>
    h(`span.badge.of-${coloured.includes(kind) ? kind : 'note'}`,
      {class: isRunning ? 'is-running' : ''}, icon(knows(kind) || kind === 'plus' ? kind : 'note'));

/**
 * `label` is what a screen reader says in place of the text, `isStrong` a quick button that is suggested.
 * @typedef {{look?: 'primary'|'secondary'|'plain'|'quick'|'icon', icon?: string, label?: string, isDanger?: boolean,
 *   isBusy?: boolean, isStrong?: boolean, isSubmit?: boolean, key?: any}} Look
 */

/** @param {Kid} text @param {((event: any) => any)|null} press @param {Look} [as] */
export const button = (text, press, as = {}) => h(
    `button.button.${as.look ?? 'secondary'}`, {
      type: as.isSubmit ? 'submit' : 'button',
      class: (as.isDanger ? 'danger' : '') + (as.isStrong ? 'strong' : ''),
      'aria-label': as.isBusy ? texts.busy(as.label ?? String(text)) : as.label,
      'aria-busy': as.isBusy || undefined,
      key: as.key,
      onclick: as.isBusy ? null : press,
    },
    as.isBusy ? h('span.spinner') : as.icon && icon(as.icon), text && h('span', text));

/** @param {string} path @param {string} iconName @param {Kid} text */
export const linkRow = (path, iconName, text) =>
    h('a.row', {href: '#' + path, key: path}, icon(iconName), h('span.grow', text), icon('right'));

// What went wrong as a whole.
/** @param {Form} form */
export const problem = (form) =>
    form.problem && h('p.error', {role: 'alert', key: 'problem'}, form.problem);

// What is wrong with one field.
/** @param {Record<string, any>} errors @param {string} name */
export const error = (errors, name) =>
    errors?.[name] && h('small.error', {id: `${name}-error`, key: `${name}-error`}, errors[name]);

/**
 * One of several, as chips or as one bar of segments. They are the browser's radio buttons: arrows move among them. A second
 * press takes back what is optional.
 * @param {{legend: Kid, name: string, options: Option[], value: any, pick: (value: any) => void, look?: 'chips'|'segments',
 *   isOptional?: boolean, aside?: Kid, errors?: Form}} as
 */
export const choice =
    ({legend, name, options, value, pick, look = 'chips', isOptional, aside, errors}) =>
        h('fieldset.choice', {key: name}, h('legend', legend, aside && h('output', aside)),
          h(`div.${look}`,
            options.map(
                (option) => h(
                    'label', {key: String(option.value)}, h('input', {
                      type: 'radio',
                      name,
                      checked: option.value === value,
                      'aria-label': option.label,
                      onchange: () => pick(option.value),
                      onclick: isOptional && option.value === value ? () => pick(undefined) : null,
                    }),
                    h('span', option.icon ? icon(option.icon) : option.text)))),
          error(errors ?? {}, name));

// The same of what a form keeps under the name.
/**
 * @param {Form} form @param {() => void} draw @param {string} name @param {string} legend @param {Option[]} options
 * @param {Form} [more]
 */
export const choose = (form, draw, name, legend, options, more) =>
    choice({legend, name, options, value: form[name], pick: keep(form, name, draw), ...more});

/** @param {string[]} words */
export const options = (words) => words.map((value) => ({value, text: texts.word(value)}));

// Minutes to choose from.
/** @param {number[]} counts */
export const minutes = (counts) =>
    counts.map((value) => ({value, text: texts.minutes(value), label: texts.manyMinutes(value)}));

// A field whose errors name it as the screen does.
/** @param {Form} form @param {Parameters<typeof field>[0]} as */
export function titled(form, as) {
  (form.titles ??= {})[as.name] = as.label;
  return field({errors: form.errors, ...as});
}

/**
 * Something to be typed or, with options, chosen from a list.
 * @param {{label: string, name: string, value: any, input: (value: string) => void, type?: string, errors?: Form, hint?: Kid,
 *   after?: Kid, more?: Form, options?: Option[]}} as `more` are attributes, and `after` stands behind it.
 */
export function field(
    {label, name, value, input, type = 'text', errors = {}, hint, after, more, options}) {
  const notes = [hint && `${name}-hint`, errors[name] && `${name}-error`].filter(Boolean);
  const props = {
    id: name,
    name,
    value: String(value ?? ''),
    'aria-invalid': errors[name] ? true : undefined,
    'aria-describedby': notes.join(' ') || undefined,
    oninput: (/** @type {any} */ event) => input(event.target.value),
    ...more,
  };
  return h(
      'div.field', {key: name},
      h('label',
        {for: name
        },
        label),
      h('div.line',
        options ?
            h('select', props,
              options.map(
                  (option) => h('option', {value: option.value, key: option.value}, option.text))) :
            type === 'long' ? h('textarea', {rows: 3, ...props}) :
                              h('input', {type, ...props}),
        after),
      hint && h('small', {id: `${name}-hint`}, hint), error(errors, name));
}

/**
 * A number that a form keeps as it is typed, with buttons for a little less and a little more, from `step` to `most`. What is
 * typed is checked when it is logged, and never changed before.
 * @param {Form} form @param {() => void} draw
 * @param {{label: string, name: string, unit: string, step: number, most: number}} as
 */
export function stepper(form, draw, {label, name, unit, step, most}) {
  const change = keep(form, name, draw);
  const by = (/** @type {number} */ difference) => () => {
    const now = Number(form[name].replace(',', '.')) || 0;
    const next = Math.min(Math.max(now + difference, Math.min(now, step)), Math.max(now, most));
    change(String(Math.round(next * 100) / 100));
  };
  const isWrong = !!form.errors?.[name];
  return h(
      'div.stepper', {role: 'group', 'aria-label': label},
      button('', by(-step), {look: 'icon', icon: 'minus', label: texts.less(label)}),
      h('label', h('input', {
          id: name,
          inputmode: 'decimal',
          autocomplete: 'off',
          value: form[name],
          'aria-label': `${label}, ${unit}`,
          'aria-invalid': isWrong || undefined,
          'aria-describedby': isWrong ? `${name}-error` : undefined,
          oninput: (/** @type {any} */ event) => change(event.target.value),
        }),
        h('span', unit)),
      button('', by(step), {look: 'icon', icon: 'plus', label: texts.more(label)}));
}

// On or off.
/** @param {string} text @param {boolean} isOn @param {(isOn: boolean) => void} change @param {Kid} [hint] */
export const toggle = (text, isOn, change, hint) =>
    h('label.row', {key: text}, h('span.grow', text, hint && h('small', hint)), h('input.switch', {
        type: 'checkbox',
        role: 'switch',
        checked: isOn,
        onchange: (/** @type {any} */ event) => change(event.target.checked)
      }));

/**
 * Asks before something is done that hurts: the way out stands out.
 * @param {string} question @param {string} verb @param {(() => void)|null} act @param {() => void} cancel
 */
export const confirm = (question, verb, act, cancel) =>
    h('div.confirm', {role: 'alertdialog', 'aria-label': question, key: 'confirm'},
      h('p', question), button(texts.cancel, cancel, {look: 'primary'}),
      button(verb, act, {isDanger: true, isBusy: !act}));

/** @param {string|null} title @param {...Kid} kids */
export const section = (title, ...kids) =>
    h('section.group', {key: title}, title && h('h2', title), kids);

// Nothing to show, or nothing could be.
/** @param {string} title @param {Kid} detail @param {(() => void)|null} [retry] */
export const emptiness = (title, detail, retry) =>
    h('div.empty', retry && icon('warning'), h('p.headline', title), detail && h('p', detail),
      retry && button(texts.retry, retry, {look: 'primary'}));

// The top of a screen.
/** @param {string} title @param {string|null} back @param {...Kid} aside */
export const header = (title, back, ...aside) =>
    h('header.bar',
      back && h('a.button.icon', {href: '#' + back, 'aria-label': texts.back}, icon('left')),
      h('h1.grow', {tabindex: -1}, title), aside);

// A screen behind the settings.
/** @param {string} title @param {Form} page @param {...Kid} kids */
export const subscreen = (title, page, ...kids) =>
    h('div.settings', {key: title}, header(title, '/settings'), problem(page), kids);
