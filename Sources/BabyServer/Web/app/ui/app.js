// The whole page: the screen that the address names, what lies over it, and the tabs.

import {offlineWithData} from '../model/generated/texts.js';
import * as words from '../model/words.js';
import * as texts from '../texts.js';

import {banner} from './banner.js';
import {attempt, child, clockFormat, units, zone} from './context.js';
import {day, search} from './day.js';
import {h} from './dom.js';
import {entrySheet, formSheet, kindsSheet} from './form.js';
import {home} from './home.js';
import {button, header, icon} from './parts.js';
import {people, sessions} from './people.js';
import {install, push} from './phone.js';
import {diaperSheet, feedSheet, noteSheet, nursingSheet, sleepSheet, tummySheet} from './quick.js';
import {close, open, replace} from './router.js';
import {childSettings, settings} from './settings.js';
import {dialog} from './sheet.js';
import {isNight, setNight} from './theme.js';
import {trends} from './trends.js';
import {accept, addChild, register, reset, signIn} from './welcome.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./dom.js').Kid} Kid */
/** @typedef {Record<string, (context: Context) => Kid>} Screens */

// Without what every object has, which an address may name as well.
const named = (/** @type {Screens} */ screens) => Object.assign(Object.create(null), screens);

/** @type {Screens} */
const screens = named({
  home,
  day,
  search,
  trends,
  settings,
  child: childSettings,
  people,
  sessions,
  push,
  install,
  add: addChild,
  accept
});
// Without a session.
/** @type {Screens} */
const outside = named({register, accept: register, reset, install});
// Without a child.
/** @type {Screens} */
const childless = named({accept, settings, sessions, install});
// What logs with one press; all else has a form.
/** @type {Screens} */
const sheets = named({
  feeding: feedSheet,
  nursing: nursingSheet,
  diaper: diaperSheet,
  sleep: sleepSheet,
  tummy: tummySheet,
  note: noteSheet,
});

/**
 * What lies under a sheet, as it was drawn last.
 * @type {Kid[]|null}
 */
let under = null;

/** @param {Context} context @returns {Kid} */
export function app(context) {
  const {state: {stage, children, areChildrenKnown}, place: {screen}} = context;
  if (stage === 'signed-out') return alone(context, outside[screen] ?? signIn);
  if (!children.length)
    return alone(context, childless[screen] ?? (areChildrenKnown ? addChild : home));
  if (!context.isBrief || !under) {
    under = [
      screen === 'home' && top(context),
      h('main', {key: screen}, stale(context), kept(context), (screens[screen] ?? home)(context)),
      h('nav.tabs', {'aria-label': texts.screens, key: 'tabs'},
        tab('/', 'home', texts.home, screen === 'home'),
        tab('/day', 'list', texts.today, screen === 'day' || screen === 'search'),
        tab('/trends', 'trends', texts.trends, screen === 'trends')),
    ];
  }
  return [page(under, banner(context)), over(context)];
}

/** @param {Context} context @param {(context: Context) => Kid} screen */
function alone(context, screen) {
  under = null;
  return page(h('main', {key: 'alone'}, kept(context), screen(context)), banner(context));
}

// All but what lies over it, so that it can be put out of reach as one.
/** @param {...Kid} kids */
const page = (...kids) => h('div', {id: 'page'}, kids);

/** @param {Context} context */
function top(context) {
  const name = child(context)?.name;
  return header(
      name ?? texts.name, null, unsent(context),
      h('button.button.icon', {
        type: 'button',
        'aria-label': texts.profile,
        'aria-haspopup': 'dialog',
        onclick: () => open('menu')
      },
        h('span.avatar', name ? [...name][0].toUpperCase() : '?')));
}

// What has not reached the server.
/** @param {Context} context */
function unsent({family, state: {outbox: {failed, waiting}}}) {
  const text = failed ? texts.failed(failed) : waiting ? texts.unsent(waiting) : '';
  return text && button(text, attempt(family, () => family.logbook.retry()), {
           look: 'plain',
           icon: failed ? 'error' : 'offline',
           isDanger: failed > 0,
           label: texts.sendNow(text)
         });
}

// What was entered and is not in the log: on each screen until the person has seen it.
/** @param {Context} context */
function kept(context) {
  const {family, now, state: {children, kept}} = context;
  const act = (/** @type {string} */ text, /** @type {() => Promise<any>} */ work) =>
      button(text, attempt(family, work), {look: 'plain'});
  return (kept ?? []).map(({entryId: id, childId, entry, reason, text}) => {
    // It can be sent where the child is, or is again.
    const isUsable =
        reason === 'conflict' || reason === 'not-shared' && children.some(({id}) => id === childId);
    const when = words.dateTime(Date.parse(entry.start), now, zone(context), clockFormat(context));
    return h(
        'div.notice', {key: id, role: 'alert'}, icon('warning'),
        h('p.grow', text, h('small', `${words.line(entry, units(context))} · ${when}`),
          reason === 'not-shared' && h('small', texts.untilOK)),
        isUsable && act(texts.useMine, () => family.logbook.applyKept(id)),
        act(texts.ok, () => family.logbook.dismissKept(id)));
  });
}

/** @param {Context} context */
const stale = ({family, state}) =>
    [state.isStale &&
         h('p.notice', {role: 'status', class: 'stale', key: 'stale'}, icon('offline'),
           offlineWithData),
     state.isUpdateReady &&
         h('div.notice', {key: 'update'}, h('p.grow', texts.update),
           button(texts.reload, () => /** @type {any} */ (family).takeUpdate(), {look: 'plain'})),
];

/** @param {string} path @param {string} name @param {string} text @param {boolean} isHere */
const tab = (path, name, text, isHere) =>
    h('a', {href: '#' + path, 'aria-current': isHere ? 'page' : undefined}, icon(name),
      h('span', text));

/** @param {Context} context @returns {Kid} */
function over(context) {
  const {state: {dashboard}, place: {sheet, subject}} = context;
  if (!dashboard) return null;
  if (sheet === 'log' && sheets[subject]) return sheets[subject](context);
  if (!sheet) return null;
  if (sheet === 'menu') return menu(context);
  if (sheet === 'entry') return entrySheet(context, subject);
  if (sheet === 'log' && !subject) return kindsSheet();
  return words.knows(subject) && formSheet(context, subject);
}

// Which child, and the way to the settings.
/** @param {Context} context */
function menu({family, state, draw}) {
  const item =
      (/** @type {string} */ key, /** @type {Kid} */ mark, /** @type {Kid} */ text,
       /** @type {boolean|undefined} */ isOn, /** @type {() => void} */ press) =>
          h('button.row', {type: 'button', key, 'aria-pressed': isOn, onclick: press}, mark,
            h('span.grow', text), isOn && icon('check'));
  return dialog(
      'menu', {class: 'menu', 'aria-label': texts.profile},
      h('div',
        state.children.map(
            ({id, name}) => item(
                id, null, name, id === state.childId,
                () => {
                  close();
                  if (id !== state.childId) family.children.select(id);
                })),
        h('hr'),
        item(
            'night', icon('night'), texts.nightMode, isNight(),
            () => {
              setNight(!isNight());
              draw();
            }),
        item('settings', icon('settings'), texts.settings, undefined, () => replace('/settings'))));
}
