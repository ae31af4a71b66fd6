// What the phone does for the person: the page on its home screen, and notifications while the page is closed.

import * as texts from '../texts.js';

import {perform} from './context.js';
import {h} from './dom.js';
import {button, section, subscreen, toggle} from './parts.js';
import {load} from './people.js';
import {here, replace} from './router.js';

/** @typedef {import('./context.js').Context} Context */

const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1);
const isInstalled = () => matchMedia('(display-mode: standalone)').matches ||
    /** @type {any} */ (navigator).standalone === true;

// Chrome's offer to install, kept until it is accepted.
/** @type {any} */
let offer = null;

/** @param {() => void} draw */
export function watchOffer(draw) {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event;
    draw();
  });
}

/** @param {string} path @param {string} text */
const way = (path, text) => h('a.button', {href: path}, text);

/** @param {Context} context */
export function install({page, draw}) {
  const take = () => offer.prompt().then(() => {
    offer = null;
    draw();
  });
  const steps = isApple ? texts.appleSteps : texts.androidSteps;
  return subscreen(
      texts.install, page,
      isInstalled() ? section(null, h('p', texts.isInstalled)) :
          isSecureContext ?
                      section(
                          isApple ? texts.apple : texts.android, h('p', texts.installLead),
                          offer && button(texts.installNow, take, {look: 'primary'}),
                          h('ol', steps.map((step) => h('li', {key: step}, step))),
                          isApple && h('p.quiet', texts.appleSignIn)) :
                      section(null, h('p', texts.needsHTTPS), way('/trust', texts.howToTrust)));
}

// What this phone was told names a child: that one is shown, and the address forgets it.
/** @param {Context['family']} family */
export function showChildOfAddress(family) {
  const {screen, about} = here();
  if (screen !== 'home' || !about) return;
  replace('/');
  const {children, childId} = family.state;
  if (about !== childId && children.some(({id}) => id === about)) family.children.select(about);
}

// Why this phone cannot get notifications; empty if it can.
/** @param {any} push */
function obstacle(push) {
  if (!isSecureContext) return texts.needsHTTPS;
  if (isApple && !isInstalled()) return texts.pushNeedsHome;
  if (!('PushManager' in globalThis) || push?.isPossible === false) return texts.noPush;
  return push?.permission === 'denied' ? texts.pushDenied : '';
}

/** @param {Context} context */
export function push(context) {
  const {family, page} = context;
  const fetch = async () => {
    page.push = await family.notifications.state();
  };
  load(context, fetch);
  const problem = obstacle(page.push);
  const {subscription: options, isSubscribed: isOn} = page.push ?? {};
  const chosen = {reminders: true, timers: true, others: false, names: false, ...options};
  const change = (/** @type {() => Promise<any>} */ work) =>
      perform(context, page, () => work().finally(fetch));
  const subscribe = (/** @type {Record<string, boolean>} */ changed) =>
      change(() => family.notifications.subscribe({...chosen, ...changed}));
  const option = (/** @type {'reminders'|'timers'|'others'|'names'} */ name) => toggle(
      texts.pushOptions[name], chosen[name], (on) => subscribe({[name]: on}),
      texts.pushHints[name]);
  return subscreen(
      texts.push, page,
      problem ?
          section(
              null, h('p', problem), isApple && !isInstalled() && way('#/install', texts.install)) :
          section(
              null, h('p.quiet', texts.pushLead),
              toggle(
                  texts.pushOn, Boolean(isOn),
                  (on) => (on ? subscribe({}) : change(() => family.notifications.unsubscribe()))),
              isOn && [option('reminders'), option('timers'), option('others'), option('names')]));
}
