// Whose the page is, who shares the child, and what else is done with the server or not at all.

import {unsent as mostUnsent} from '../model/generated/limits.js';
import {wire} from '../model/time.js';

import {Account} from './account.js';
import {Logbook} from './logbook.js';
import {blank, draftOf} from './outbox.js';
import {setValue} from './records.js';

export class People extends Logbook {
  /**
   * @param {import('./family.js').Parts} parts
   * @param {import('./view.js').Known} known
   */
  constructor(parts, known) {
    super(parts, known);
    const {database, api, lock} = parts;
    const show = (/** @type {import('./view.js').Known} */ known) => {
      this.known = known;
      this.more.isRecognised = true;
      this.show();
    };
    this.account = new Account({database, api, lock, show});
  }

  /** A network is there, or somebody says that something is new. */
  async wake() {
    await this.sync.wake();
  }

  /** @param {'expired' | 'other-person'} reason */
  async end(reason) {
    this.more.reason = reason;
    await this.account.expire(this.known.session.number);
    await this.changed();
  }

  // Signing in

  /** @param {{email: string, password: string}} credentials */
  signIn(credentials) {
    return this.#enter('login', credentials);
  }

  /** @param {{code: string, name: string, email: string, password: string}} wish */
  register(wish) {
    return this.#enter('register', wish);
  }

  /** @param {{code: string, password: string}} reset */
  reset(reset) {
    return this.#enter('reset', reset);
  }

  /**
   * @param {'login' | 'register' | 'reset'} way
   * @param {unknown} body
   */
  async #enter(way, body) {
    await this.online.perform(() => this.account.enter(way, body));
    this.more.reason = null;
    this.closeAll();
    await this.changed();
    this.wake();
  }

  async signOut() {
    this.parts.push.forget().catch(() => {});
    await this.account.leave();
    this.more.reason = null;
    this.closeAll();
    await this.changed();
  }

  /** @param {string} id */
  async selectChild(id) {
    await this.parts.database.write(['values'], (tx) => setValue(tx, 'childId', id));
    this.closeAll();
    await this.changed();
    this.sync.wake();
  }

  // People, and what else there is no outbox for

  /** @param {string} [rest] of the child's own address */
  #path(rest = '') {
    return `/v1/children/${this.state.childId}${rest}`;
  }

  /** Asks the server now: what is in no outbox is so once that has told it. */
  async refresh() {
    await this.wake();
    await this.read();
  }

  /**
   * What a sentence says, as the family server understands it with what waits here: of more than it takes, with the
   * newest. Nothing is logged.
   * @param {string} text
   * @returns {Promise<{does: string, child: {id: string, name: string}, entryId?: string, warnings?: string[],
   *   entry: import('./types.js').Draft & {childId: string}}>}
   */
  understand(text) {
    const unsent = this.known.rows.filter(({childId}) => childId === this.state.childId)
                       .sort((a, b) => a.number - b.number)
                       .slice(-mostUnsent)
                       .map(({entry}) => ({
                              ...draftOf(entry),
                              id: entry.id,
                              deleted: entry.deletedAt ? true : undefined
                            }));
    return this.online.ask('POST', this.#path('/phrases'), {text, unsent});
  }

  /**
   * Does what was understood, for the child that it is about, which is shown from then on.
   * @param {{does: string, entry: import('./types.js').Draft & {childId: string}, entryId?: string}} understood
   */
  async carryOut({does, entry, entryId = ''}) {
    const {childId} = entry;
    if (childId !== this.state.childId) await this.selectChild(childId);
    if (does === 'log') return this.log(entry);
    // The timer may have been started or changed on another phone a moment ago.
    await this.refresh();
    return does === 'remove' ? this.remove(entryId) : this.edit(entryId, entry, blank);
  }

  async loadMembers() {
    const [{members}, {shares}] = await Promise.all([
      this.online.ask('GET', this.#path('/members')),
      this.state.role === 'owner' ? this.online.ask('GET', this.#path('/shares')) : {shares: []},
    ]);
    Object.assign(this.more, {members, shares});
    this.show();
  }

  /**
   * @param {string} role
   * @returns {Promise<{code: string, share: any, qr?: {size: number, rows: string[]}}>}
   */
  async createShare(role) {
    const created = await this.online.ask('POST', this.#path('/shares'), {role});
    this.more.shares = [...this.more.shares, created.share];
    this.show();
    return created;
  }

  /** @param {string} id */
  async revokeShare(id) {
    await this.online.ask('DELETE', this.#path(`/shares/${id}`));
    await this.loadMembers();
  }

  /** @param {string} code */
  async acceptShare(code) {
    await this.#come(this.online.ask('POST', '/v1/shares/accept', {code: code.trim()}));
  }

  /** @param {unknown} child as the wire has a new one */
  async addChild(child) {
    await this.#come(this.online.ask('POST', '/v1/children', child));
  }

  /** @param {Promise<import('./types.js').Child>} child that is to be shown */
  async #come(child) {
    const {id} = await child;
    await this.refresh();
    await this.selectChild(id);
  }

  /** @param {{[member: string]: unknown}} changes */
  async updateChild(changes) {
    await this.online.ask('PATCH', this.#path(), changes);
    await this.refresh();
  }

  /** @param {string} userId */
  async removeMember(userId) {
    await this.online.ask('DELETE', this.#path(`/members/${userId}`));
    if (userId === this.state.user?.id)
      await this.refresh();
    else
      await this.loadMembers();
  }

  /**
   * @param {string} userId
   * @param {string} role
   */
  async setRole(userId, role) {
    await this.online.ask('PATCH', this.#path(`/members/${userId}`), {role});
    await this.loadMembers();
  }

  /**
   * @param {string} key
   * @param {string | null} value null resets it
   * @param {{child?: boolean}} place whether it is the child's, for everybody
   */
  async setSetting(key, value, {child = false} = {}) {
    const home = child ? {home: 'child', childId: this.state.childId} : {home: 'person'};
    const changedAt = wire(this.now());
    await this.online.ask(
        'PATCH', '/v1/settings', {...home, key, value: value ?? undefined, changedAt});
    await this.refresh();
  }

  loadSessions() {
    return this.online.ask('GET', '/v1/sessions');
  }

  /** @param {string} id */
  endSession(id) {
    return this.online.ask('DELETE', `/v1/sessions/${id}`);
  }

  // What this phone is told

  /** @param {import('./push.js').Options} options */
  subscribePush(options) {
    return this.online.perform(() => this.parts.push.subscribe(options));
  }

  unsubscribePush() {
    return this.online.perform(() => this.parts.push.unsubscribe());
  }

  pushState() {
    return this.online.perform(() => this.parts.push.state());
  }
}
