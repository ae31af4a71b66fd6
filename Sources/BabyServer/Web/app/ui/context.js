// What every screen gets to see, and what is read off it in many places.

import {setting} from '../model/rules.js';
import {fieldProblem, reason} from '../model/words.js';

/** @typedef {import('../store/family.js').Family} Family */
/** @typedef {import('./router.js').Place} Place */

/**
 * `state` is the family's as it was when this is drawn, `now` the server's time. `form` is what was typed and chosen in the
 * open sheet and new with each, `page` the same of the screen; `draw` shows what has changed in them.
 * @typedef {{family: Family, state: Family['state'], now: number, place: Place, form: Form, page: Form, isBrief: boolean, draw: () => void}} Context
 *   `isBrief`: only a sheet comes or goes now, and the rest is drawn in the frame after.
 * @typedef {Record<string, any>} Form
 */

/** @param {Context} context @returns {any} */
export const child = ({state}) => state.children.find(({id}) => id === state.childId);

/** @param {Context} context */
export const zone = (context) => context.state.dashboard?.zone ?? child(context)?.zone ??
    Intl.DateTimeFormat().resolvedOptions().timeZone;

/** @param {Context} context */
export const clockFormat = ({state}) =>
    state.dashboard?.timeFormat ?? setting(state.settings, 'time.format');

/** @param {Context} context */
export const units = ({state}) => state.dashboard?.units ?? setting(state.settings, 'units');

// Whether the person may log for this child.
/** @param {Context} context */
export const mayLog = ({state}) => state.role !== 'viewer';

// Has a form keep what is typed or chosen.
/** @param {Form} form @param {string} name @param {() => void} [draw] */
export const keep = (form, name, draw) => (/** @type {any} */ value) => {
  form[name] = value;
  draw?.();
};

// What an error says; the server's have none where nothing came from it.
/** @param {any} error */
const textOf = (error) => error.message || reason({kind: error.code ?? ''});

/**
 * Does what a press outside of a form asks for; an error is shown until it is dismissed.
 * @param {Family} family @param {() => Promise<any>} work
 */
export const attempt = (family, work) => () => work().catch(
    (error) => family.screen.note({severity: 'error', text: textOf(error), entryId: null}));

// In words of the screen: units by their signs, and no other names of fields.
/** @param {string} message */
const onScreen = (message) =>
    message.replace(/\bcelsius\b/, '°C').replace(/\bfahrenheit\b/, '°F').replace(/Seconds/g, '');

// Where a form says what is wrong with a field: at another one where that says it, too.
/** @type {Record<string, string>} */
const elsewhere = {
  end: 'minutes',
  text: 'note'
};

// What can be pressed: a sheet, or the screen where none lies over it.
const within = () => document.querySelector('dialog') ?? document;

// Whether a field is on the screen, so that its error stands there and nowhere else.
/** @param {string} field */
const isPlaced = (field) => [field, elsewhere[field]].some(
    (name) => name && within().querySelector(`[id="${name}"],[name="${name}"]`));

/**
 * Does what a press asks for. While it is under way the form is busy, and no second press counts; what goes wrong is shown
 * at the field that it is about, which gets the focus, and in the form where it has no such field.
 * @param {Context} context @param {Form} form @param {() => any} work
 */
export async function perform({draw}, form, work) {
  if (form.isBusy) return;
  Object.assign(form, {isBusy: true, problem: '', errors: {}});
  // What is done at once need not be drawn before.
  const timer = setTimeout(draw, 100);
  try {
    await work();
  } catch (/** @type {any} */ error) {
    for (const {field, message} of error.details ?? []) {
      const title = form.titles?.[field];
      form.errors[field] ??= title ? `${title} ${onScreen(message)}.` :
          field === 'at' ? message :
                           fieldProblem(field, message);
    }
    const fields = Object.keys(form.errors);
    form.problem =
        fields.filter((field) => !isPlaced(field)).map((field) => form.errors[field]).join(' ');
    if (fields.length === 0) form.problem = textOf(error);
  }
  clearTimeout(timer);
  Object.assign(form, {isBusy: false, isRefused: Object.keys(form.errors).length > 0});
  draw();
}

/**
 * Once a refused form is drawn, its first wrong field gets the focus.
 * @param {Form} form
 */
export function focusWrong(form) {
  if (!form.isRefused) return;
  form.isRefused = false;
  /** @type {HTMLElement|null} */
  const wrong = within().querySelector('[aria-invalid],.choice:has(.error) input');
  wrong?.focus({preventScroll: true});
  wrong?.scrollIntoView({block: 'center'});
}
