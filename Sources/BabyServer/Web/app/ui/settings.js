// The person's settings and the child's.

import {palettes, strategies} from '../model/generated/tables.js';
import {setting} from '../model/rules.js';
import * as texts from '../texts.js';

import {child, keep, perform} from './context.js';
import {h} from './dom.js';
import {badge, button, choice, confirm, field, header, linkRow, options, problem, section, subscreen, titled, toggle} from './parts.js';
import {isNight, setNight} from './theme.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./parts.js').Option} Option */

// The choices of each setting.
/** @type {Record<string, string>} */
const known = {
  'units': 'ml oz',
  'units.temperature': 'C F',
  'units.weight': 'kg lb',
  'time.format': '12h 24h',
  'theme.mode': 'auto dark light night',
  'theme.iconStyle': 'filled tinted',
  'reminders.from': 'start end',
  'feeding.interval': 'off 2h 2h30m 3h 3h30m 4h',
  'diaper.interval': 'off 2h 3h 4h 6h',
  'reminders.nap': 'off 10m 15m 30m',
  'reminders.sleep': 'off 4h 8h 12h 16h',
  'reminders.feed': 'off 1h 2h 3h',
  'reminders.tummy': 'off 15m 30m 1h',
};

// Sets something. It is shown as it was set at once, and again as it was where the server does not take it.
/** @param {Context} context @param {string} key @param {boolean} [isChilds] */
const put = ({family, page, draw}, key, isChilds) => async (/** @type {string} */ value) => {
  if (!value) return;
  page.set = {...page.set, [key]: value};
  page.problem = '';
  draw();
  try {
    await family.settings.set(key, value, isChilds);
  } catch (/** @type {any} */ error) {
    page.set = {...page.set, [key]: undefined};
    page.problem = error.message;
    draw();
  }
};

/** @param {Context} context @param {string} key */
const value = ({page, state}, key) => page.set?.[key] ?? setting(state.settings, key);

// Short words side by side.
/** @param {Context} context @param {string} key @param {boolean} [isChilds] */
const side = (context, key, isChilds) => choice({
  legend: texts.setting(key),
  name: key,
  look: 'segments',
  options: options(known[key].split(' ')),
  value: value(context, key),
  pick: put(context, key, isChilds),
});

// A list; what is set and not in it is one more.
/** @param {Context} context @param {string} key @param {Option[]} all @param {boolean} [isChilds] */
const list = (context, key, all, isChilds) => field({
  label: texts.setting(key),
  name: key,
  value: value(context, key),
  options: all,
  input: put(context, key, isChilds),
});

/** @param {Context} context @param {string} key */
const length = (context, key) => list(
    context, key, options([...new Set([...known[key].split(' '), value(context, key)])]), true);

/** @param {Context} context @param {string} key */
const onOff = (context, key) => toggle(
    texts.setting(key), value(context, key) === 'on', (on) => put(context, key)(on ? 'on' : 'off'));

// Without a name, it is called as its words are.
/** @param {{id: string, name?: string}[]} named */
const listed = (named) =>
    named.map(({id, name}) => ({value: id, text: name ?? id.split('-').map(texts.word).join(' ')}));

/** @param {Context} context */
export const settings = (context) => h(
    'div.settings', header(texts.settings, '/'), problem(context.page),
    section(
        context.state.user?.name ?? null,
        ['units', 'units.temperature', 'units.weight', 'time.format'].map(
            (key) => side(context, key))),
    appearance(context), quiet(context),
    child(context) &&
        section(
            child(context).name, linkRow('/child', 'head', texts.childSettings),
            linkRow('/people', 'users', texts.people), linkRow('/add', 'plus', texts.newChild),
            linkRow('/accept', 'share', texts.haveCode)),
    section(
        texts.phone, linkRow('/push', 'bell', texts.push),
        linkRow('/install', 'device', texts.install), linkRow('/sessions', 'clock', texts.sessions),
        h('p.quiet', texts.storage(context.state.isPersistent))),
    signOut(context));

/** @param {Context} context */
const appearance = (context) => section(
    texts.appearance, choice({
      legend: texts.setting('theme.mode'),
      name: 'theme.mode',
      look: 'segments',
      options: options(known['theme.mode'].split(' ')),
      value: isNight() ? 'night' : value(context, 'theme.mode'),
      aside: isNight() && texts.thisPhoneOnly,
      pick: (mode) => {
        setNight(mode === 'night');
        context.draw();
        if (mode !== 'night') put(context, 'theme.mode')(mode);
      },
    }),
    list(context, 'theme.palette', listed(palettes)),
    list(context, 'theme.categoryStrategy', listed(strategies)),
    h('p.sample', {'aria-hidden': 'true'},
      ['feeding', 'diaper', 'sleep', 'tummy', 'note'].map((kind) => badge(kind))),
    side(context, 'theme.iconStyle'));

/** @param {Context} context */
function quiet(context) {
  const key = 'reminders.quiet';
  // Also read at each change: the other time may have changed since it was drawn.
  const times = () => value(context, key).split('-');
  const isOn = !!times()[1];
  const time = (/** @type {string} */ label, /** @type {number} */ index) => field({
    label,
    name: label,
    type: 'time',
    value: times()[index],
    input: (time) => {
      const now = times();
      if (time && now[1]) put(context, key)(index ? `${now[0]}-${time}` : `${time}-${now[1]}`);
    }
  });
  return section(
      texts.reminders, onOff(context, 'reminders.enabled'), onOff(context, 'predictions.enabled'),
      toggle(
          texts.setting(key), isOn, (on) => put(context, key)(on ? '22:00-06:00' : 'off'),
          texts.quietHint),
      isOn && h('div.times', time(texts.from, 0), time(texts.to, 1)));
}

/** @param {Context} context */
export function childSettings(context) {
  const {page: form, family, state} = context;
  const about = child(context);
  form.name ??= about.name;
  form.born ??= about.born;
  const input =
      (/** @type {string} */ name, /** @type {string} */ label, /** @type {string} */ type) =>
          titled(form, {label, name, type, value: form[name], input: keep(form, name)});
  return subscreen(
      about.name, form,
      state.role === 'owner' &&
          section(
              texts.child, input('name', texts.childName, 'text'),
              input('born', texts.born, 'date'),
              button(
                  texts.save,
                  () => perform(
                      context, form,
                      () => family.children.update({name: form.name, born: form.born})),
                  {look: 'primary', isBusy: form.isBusy})),
      section(
          texts.day, field({
            label: texts.setting('day.start'),
            name: 'day.start',
            type: 'time',
            hint: texts.dayStartHint,
            value: value(context, 'day.start'),
            input: put(context, 'day.start', true)
          }),
          side(context, 'reminders.from', true)),
      section(texts.reminders, Object.keys(known).slice(7).map((key) => length(context, key))),
      h('p.quiet', texts.forEverybody(about.name)));
}

// Warns where what was logged has not reached the server.
/** @param {Context} context */
function signOut(context) {
  const {family, page: form, draw, state: {outbox}} = context;
  const unsent = outbox.waiting + outbox.failed;
  const ask = (/** @type {boolean} */ isLeaving) => () => keep(form, 'isLeaving', draw)(isLeaving);
  return section(
      null,
      form.isLeaving ?
          confirm(
              unsent ? texts.unsentWarning(unsent) : texts.reallySignOut, texts.signOut,
              form.isBusy ? null : () => perform(context, form, () => family.sessions.signOut()),
              ask(false)) :
          button(texts.signOut, ask(true), {look: 'plain', icon: 'logout', isDanger: true}));
}
