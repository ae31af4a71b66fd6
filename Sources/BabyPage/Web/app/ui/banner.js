// What has just happened, and what can be done about it: one at a time, above the tabs.

import {attempt} from './context.js';
import {h} from './dom.js';
import {button, icon} from './parts.js';
import {open} from './router.js';
import {pulls} from './sheet.js';
import * as texts from './texts.js';

/** @typedef {import('./context.js').Context} Context */

// The regions are always there, so that a screen reader hears what comes into them; an error interrupts.
/** @param {Context} context */
export function banner({family, state: {banner}}) {
  const isError = banner?.severity === 'error';
  const shape = banner && card(family, banner);
  return h(
      'div.banners', {key: 'banners'},
      h('div', {role: 'status', 'aria-live': 'polite'}, !isError && shape),
      h('div', {role: 'alert', 'aria-live': 'assertive'}, isError && shape));
}

/** @param {import('./context.js').Family} family @param {any} banner */
function card(family, {severity, text, detail, action, entryId, more}) {
  const away = () => family.dismissBanner();
  // Whoever has asked for another try sees that it is made, and cannot ask again.
  const isRetrying = severity === 'error' && !action;
  return h(
      `div.banner.is-${severity}.pulled`, {
        key: entryId + text,
        onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === 'Escape' && away(),
        ...pulls(away),
      },
      isRetrying ? h('span.spinner') : icon(severity),
      h('p.grow', text, detail && h('small', detail), more > 0 && h('small', texts.andMore(more))),
      action === 'edit-undo' &&
          [
            entryId && button(texts.edit, () => open(`entry/${entryId}`), {look: 'plain'}),
            button(texts.undo, attempt(family, () => family.undo()), {look: 'plain'}),
          ],
      action === 'retry' &&
          button(
              texts.retry, attempt(family, () => family.retry(entryId ?? undefined)),
              {look: 'plain'}),
      button('', away, {look: 'icon', icon: 'x', label: texts.dismiss}));
}
