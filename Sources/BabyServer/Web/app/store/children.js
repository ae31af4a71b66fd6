// Which child is shown, and the children that there are.

import {childPath} from './online.js';
import {setValue} from './records.js';

export class Children {
  /**
   * @param {{database: import('./database.js').Database, online: import('./online.js').Online,
   *   screen: import('./screen.js').Screen, poll: () => unknown, refresh: () => Promise<void>}} parts `poll` asks the
   *     server for news; after `refresh` they are on the screen
   */
  constructor(parts) {
    this.parts = parts;
  }

  /** @param {string} id */
  async select(id) {
    await this.parts.database.write(['values'], (tx) => setValue(tx, 'childId', id));
    this.parts.screen.closeAll();
    await this.parts.screen.changed();
    this.parts.poll();
  }

  /** @param {string} code */
  async acceptShare(code) {
    await this.#come(this.parts.online.ask('POST', '/v1/shares/accept', {code: code.trim()}));
  }

  /** @param {unknown} child as the wire has a new one */
  async add(child) {
    await this.#come(this.parts.online.ask('POST', '/v1/children', child));
  }

  /** @param {Promise<import('./types.js').Child>} child to show */
  async #come(child) {
    const {id} = await child;
    await this.parts.refresh();
    await this.select(id);
  }

  /** @param {{[member: string]: unknown}} changes of the child on the screen */
  async update(changes) {
    await this.parts.online.ask('PATCH', childPath(this.parts.screen.state.childId), changes);
    await this.parts.refresh();
  }
}
