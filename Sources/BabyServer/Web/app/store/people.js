// Who shares the child, and the codes to share it with.

import {childPath} from './online.js';

export class People {
  /**
   * @param {{online: import('./online.js').Online, screen: import('./screen.js').Screen,
   *   refresh: () => Promise<void>}} parts
   */
  constructor(parts) {
    this.parts = parts;
  }

  /** @param {string} rest of the address of the child on the screen */
  #path(rest) {
    return childPath(this.parts.screen.state.childId, rest);
  }

  async loadMembers() {
    const [{members}, {shares}] = await Promise.all([
      this.parts.online.ask('GET', this.#path('/members')),
      this.parts.screen.state.role === 'owner' ?
          this.parts.online.ask('GET', this.#path('/shares')) :
          {shares: []},
    ]);
    this.parts.screen.learn({members, shares});
  }

  /**
   * @param {string} role
   * @returns {Promise<{code: string, share: any, qr?: {size: number, rows: string[]}}>}
   */
  async createShare(role) {
    const created = await this.parts.online.ask('POST', this.#path('/shares'), {role});
    this.parts.screen.learn({shares: [...this.parts.screen.more.shares, created.share]});
    return created;
  }

  /** @param {string} id */
  async revokeShare(id) {
    await this.parts.online.ask('DELETE', this.#path(`/shares/${id}`));
    await this.loadMembers();
  }

  /** @param {string} userId */
  async removeMember(userId) {
    await this.parts.online.ask('DELETE', this.#path(`/members/${userId}`));
    if (userId === this.parts.screen.state.user?.id)
      await this.parts.refresh();
    else
      await this.loadMembers();
  }

  /**
   * @param {string} userId
   * @param {string} role
   */
  async setRole(userId, role) {
    await this.parts.online.ask('PATCH', this.#path(`/members/${userId}`), {role});
    await this.loadMembers();
  }
}
