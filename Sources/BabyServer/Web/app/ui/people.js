// Who shares the child and as what, the codes to share it with, and where the person is signed in.

import * as words from '../model/words.js';
import * as texts from '../texts.js';

import {clockFormat, keep, perform, zone} from './context.js';
import {h} from './dom.js';
import {button, choose, confirm, field, options, section, subscreen} from './parts.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./dom.js').Kid} Kid */

// Has a screen fetch once what it shows.
/** @param {Context} context @param {() => Promise<any>} work */
export function load({page, draw}, work) {
  if (page.isLoaded) return;
  page.isLoaded = true;
  work().then(draw, (error) => keep(page, 'problem', draw)(error.message));
}

/** @param {Context} context @param {string|undefined} time */
const at = (context, time) => (
    time ? words.dateTime(Date.parse(time), context.now, zone(context), clockFormat(context)) : '');

/** @param {Kid} text @param {Kid} detail @param {...Kid} aside */
const row = (text, detail, ...aside) =>
    h('div.row', h('span.grow', text, h('small', detail)), aside);

/** @param {Context} context */
export function people(context) {
  const {family, page, state: {role, members, shares}} = context;
  load(context, () => family.people.loadMembers());
  const isOwner = role === 'owner';
  return subscreen(
      texts.people, page,
      section(texts.members, members.map((member) => memberRow(context, member, isOwner))),
      isOwner && section(texts.shareTitle, sharing(context)),
      isOwner && shares.length > 0 &&
          section(
              texts.openShares,
              shares.map(
                  (share) => row(
                      texts.word(share.role), texts.until(at(context, share.expiresAt)),
                      button(
                          texts.revoke,
                          () => perform(context, page, () => family.people.revokeShare(share.id)),
                          {look: 'plain', isDanger: true})))));
}

/** @param {Context} context @param {any} member @param {boolean} isOwner */
function memberRow(context, {user: {id, name}, role}, isOwner) {
  const {family, page, state, draw} = context;
  const isSelf = id === state.user?.id;
  const ask = (/** @type {string} */ id) => () => keep(page, 'removing', draw)(id);
  const verb = isSelf ? texts.leave : texts.remove;
  const question = isSelf ? texts.reallyLeave : texts.removeMember(name);
  return h(
      'div.member', {key: id},
      row(isSelf ? texts.youAre(name) : name, texts.word(role),
          (isOwner || isSelf) && page.removing !== id &&
              button(verb, ask(id), {look: 'plain', isDanger: true, label: question})),
      isOwner && !isSelf && field({
        label: texts.roleOf(name),
        name: `role-${id}`,
        value: role,
        options: options(['owner', 'caregiver', 'viewer']),
        input: (role) => perform(context, page, () => family.people.setRole(id, role)),
      }),
      page.removing === id &&
          confirm(
              question, verb,
              page.isBusy ? null :
                            () => perform(context, page, () => family.people.removeMember(id)),
              ask('')));
}

/** @param {Context} context */
function sharing(context) {
  const {family, page, draw} = context;
  page.role ??= 'caregiver';
  const {created} = page;
  const copy = () =>
      navigator.clipboard.writeText(created.code).then(() => keep(page, 'isCopied', draw)(true));
  return [
    h('p.quiet', texts.shareLead),
    choose(page, draw, 'role', texts.role, options(['caregiver', 'viewer']), {look: 'segments'}),
    button(
        texts.createCode,
        () => perform(
            context, page,
            async () => {
              page.created = await family.people.createShare(page.role);
              page.isCopied = false;
            }),
        {look: 'primary', isBusy: page.isBusy}),
    created &&
        h('div.share', {key: 'created'},
          h('p.code', {'aria-label': [...created.code].join(' ')}, created.code),
          navigator.clipboard && button(page.isCopied ? texts.copied : texts.copy, copy, {
            icon: page.isCopied ? 'check' : 'copy'
          }),
          created.qr && matrix(created.qr),
          h('p.quiet', texts.codeOnce(at(context, created.share?.expiresAt)))),
  ];
}

// A QR code: one path of the dark modules, on light ground in every mode, as cameras need it.
/** @param {{size: number, rows: string[]}} qr */
export function matrix({size, rows}) {
  const runs = rows.flatMap(
      (row, y) => [...row.matchAll(/1+/g)].map(
          ({index, 0: run}) => `M${(index ?? 0) + 4} ${y + 4}h${run.length}v1h-${run.length}z`));
  return h(
      'svg.qr', {
        role: 'img',
        'aria-label': texts.qrLabel,
        viewBox: `0 0 ${size + 8} ${size + 8}`,
        'shape-rendering': 'crispEdges'
      },
      h('path', {d: runs.join('')}));
}

/** @param {Context} context */
export function sessions(context) {
  const {family, page} = context;
  const fetch = async () => keep(page, 'list')(await family.sessions.list());
  load(context, fetch);
  /** @type {{sessions: any[], current?: string}} */
  const {sessions, current} = page.list ?? {sessions: []};
  return subscreen(
      texts.sessions, page,
      section(
          null,
          sessions.map(
              ({id, name = texts.unnamed, usedAt}) => row(
                  name, id === current ? texts.thisPhone : texts.lastUsed(at(context, usedAt)),
                  id !== current &&
                      button(
                          texts.end,
                          () => perform(context, page, () => family.sessions.end(id).then(fetch)),
                          {look: 'plain', isDanger: true, label: texts.endSession(name)})))));
}
