// What every screen gets to see, and what is read off it in many places.

import {fieldProblem} from '../model/words.js';

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
    state.dashboard?.timeFormat ?? state.settings['time.format'] ?? '12h';

/** @param {Context} context */
export const units = ({state}) => state.dashboard?.units ?? state.settings.units ?? 'ml';

// Whether the person may log for this child.
/** @param {Context} context */
export const mayLog = ({state}) => state.role !== 'viewer';

// Has a form keep what is typed or chosen.
/** @param {Form} form @param {string} name @param {() => void} [draw] */
export const keep = (form, name, draw) => (/** @type {any} */ value) => {
  form[name] = value;
  draw?.();
};

/**
 * Does what a press asks for. While it is under way the form is busy, and no second press counts; what goes wrong is shown
 * in the form, at the field that it is about.
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
      form.errors[field] ??= field === 'at' ? message : fieldProblem(field, message);
    }
    form.problem = Object.values(form.errors).join(' ') || error.message || String(error);
  }
  clearTimeout(timer);
  form.isBusy = false;
  draw();
  if (form.problem)
    requestAnimationFrame(
        () => document.querySelector('[aria-invalid]')?.scrollIntoView({block: 'center'}));
}
