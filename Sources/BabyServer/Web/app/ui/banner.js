// What has just happened, and what can be done about it: one at a time, above the tabs.

import * as texts from '../texts.js';

import {attempt} from './context.js';
import {afterFrame, h} from './dom.js';
import {button, icon} from './parts.js';
import {open} from './router.js';
import {pulls} from './sheet.js';

/** @typedef {import('./context.js').Context} Context */

// The regions are always there, so that a screen reader hears what comes into them; an error interrupts.
/** @param {Context} context */
export function banner({family, isBrief, state: {banner}}) {
  const isError = banner?.severity === 'error';
  const shape = banner && card(family, banner, isBrief);
  return h(
      'div.banners', {key: 'banners'},
      h('div', {role: 'status', 'aria-live': 'polite'}, !isError && shape),
      h('div', {role: 'alert', 'aria-live': 'assertive'}, isError && shape));
}

/** How high the highest was, in pixels. */
let highest = 0;

// Room for it below the last row. The room stays when it goes: nothing moves under a finger then.
/** @param {HTMLElement} node @param {boolean} isUnseen Whether a sheet lies over the page, or has in the frame before. */
function makeRoom(node, isUnseen) {
  afterFrame(() => {
    const {scrollingElement: root} = document;
    if (!root) return;
    highest = Math.max(highest, node.offsetHeight);
    document.documentElement.style.setProperty('--banner', `${highest}px`);
    // Where all else is in sight but for what it would lie on, that is, too.
    const left = root.scrollHeight - root.clientHeight - root.scrollTop;
    if (isUnseen && left <= 2 * highest) root.scrollTop += left;
  });
}

/** @param {import('./context.js').Family} family @param {any} banner @param {boolean} isBrief */
function card(family, {severity, text, detail, action, entryId, more}, isBrief) {
  const away = () => family.screen.dismissBanner();
  // After a press of Retry it says so, and cannot be pressed again.
  const isRetrying = severity === 'error' && !action;
  return h(
      `div.banner.is-${severity}.pulled`, {
        key: entryId + text,
        mounted: (/** @type {HTMLElement} */ node) =>
            makeRoom(node, isBrief || !!document.querySelector('dialog')),
        onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === 'Escape' && away(),
        ...pulls(away),
      },
      isRetrying ? h('span.spinner') : icon(severity),
      h('p.grow', text, detail && h('small', detail), more > 0 && h('small', texts.andMore(more))),
      action === 'edit-undo' &&
          [
            entryId && button(texts.edit, () => open(`entry/${entryId}`), {look: 'plain'}),
            button(texts.undo, attempt(family, () => family.logbook.undo()), {look: 'plain'}),
          ],
      action === 'retry' &&
          button(
              texts.retry, attempt(family, () => family.logbook.retry(entryId ?? undefined)),
              {look: 'plain'}),
      button('', away, {look: 'icon', icon: 'x', label: texts.dismiss}));
}
