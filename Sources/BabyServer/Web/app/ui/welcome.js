// Before there is anything to log: signing in, an account with a share code, the first child.

import * as texts from '../texts.js';

import {keep, perform} from './context.js';
import {h} from './dom.js';
import {button, choose, linkRow, options, problem, titled} from './parts.js';
import {go} from './router.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./dom.js').Kid} Kid */

// A form of its own: fields, the one button, and ways elsewhere.
/** @param {Context} context @param {string} title @param {Kid} lead @param {string} submit @param {() => Promise<any>} work @param {Kid} fields @param {...Kid} ways */
const page = (context, title, lead, submit, work, fields, ...ways) =>
    h('form.welcome', {
      novalidate: true,
      key: title,
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        perform(context, context.page, work);
      },
    },
      h('h1', {tabindex: -1}, title), h('p.quiet', lead), fields, problem(context.page),
      button(submit, null, {look: 'primary', isSubmit: true, isBusy: context.page.isBusy}),
      h('div.rows', ways));

/** @param {Context} context @param {string} name @param {string} label @param {string} type @param {string} autocomplete @param {string} [hint] @param {Record<string, any>} [more] */
const input = ({page}, name, label, type, autocomplete, hint, more) => titled(page, {
  label,
  name,
  type,
  hint,
  value: page[name],
  more: {required: true, autocomplete, autocapitalize: 'none', spellcheck: 'false', ...more},
  input: keep(page, name),
});

/** @param {Context} context */
const email = (context) => input(context, 'email', texts.email, 'email', 'username');

/** @param {Context} context */
const newPassword = (context) =>
    input(context, 'password', texts.password, 'password', 'new-password', texts.passwordHint);

/** @param {Context} context */
function code(context) {
  context.page.code ??= context.place.about;
  return input(
      context, 'code', texts.code, 'text', 'one-time-code', texts.codeHint,
      {class: 'code', autocapitalize: 'characters'});
}

const back = () => linkRow('/', 'left', texts.back);
const home = () => go('/');

/** @param {Context} context */
export function signIn(context) {
  const {family, page: form, state: {reason, outbox, user}} = context;
  const waiting = outbox.waiting + outbox.failed;
  const lead = [
    reason === 'expired' ? texts.expired : texts.signInLead,
    waiting > 0 && texts.keptFor(waiting),
    outbox.other > 0 && texts.keptForOthers(outbox.other),
  ];
  form.email ??= user?.email ?? '';
  return page(
      context, texts.signIn, lead.filter(Boolean).join(' '), texts.signIn,
      () => family.sessions.signIn({email: form.email, password: form.password ?? ''}),
      [email(context), input(context, 'password', texts.password, 'password', 'current-password')],
      linkRow('/register', 'share', texts.haveCode), linkRow('/reset', 'clock', texts.forgot),
      linkRow('/install', 'device', texts.install));
}

/** @param {Context} context */
export function register(context) {
  const {family, page: form} = context;
  return page(
      context, texts.register, texts.registerLead, texts.createAccount,
      () => family.sessions
                .register({
                  code: form.code,
                  name: form.name ?? '',
                  email: form.email ?? '',
                  password: form.password ?? ''
                })
                .then(home),
      [
        code(context), input(context, 'name', texts.yourName, 'text', 'name', texts.yourNameHint, {
          autocapitalize: 'words'
        }),
        email(context), newPassword(context)
      ],
      back());
}

/** @param {Context} context */
export function reset(context) {
  const {family, page: form} = context;
  return page(
      context, texts.forgot, texts.forgotLead, texts.setPassword,
      () => family.sessions.reset({code: form.code, password: form.password ?? ''}).then(home),
      [code(context), newPassword(context)], back());
}

/** @param {Context} context */
export function addChild(context) {
  const {family, page: form, draw} = context;
  form.zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return page(
      context, texts.newChild, texts.addChildLead, texts.newChild,
      () => {
        const {name = '', born = '', zone, feedingStyle} = form;
        return family.children.add({name, born, zone, feedingStyle}).then(home);
      },
      [
        input(context, 'name', texts.childName, 'text', 'off', '', {autocapitalize: 'words'}),
        input(context, 'born', texts.born, 'date', 'off'),
        choose(
            form, draw, 'feedingStyle', texts.feedingStyle, options(['breast', 'bottle', 'both']),
            {isOptional: true}),
        input(context, 'zone', texts.zone, 'text', 'off', texts.zoneHint)
      ],
      linkRow('/accept', 'share', texts.haveCode),
      context.state.children.length ? back() : linkRow('/settings', 'settings', texts.settings));
}

// A share code for a person who already has an account.
/** @param {Context} context */
export const accept = (context) => page(
    context, texts.acceptCode, texts.acceptLead, texts.accept,
    () => context.family.children.acceptShare(context.page.code).then(home), code(context), back());
