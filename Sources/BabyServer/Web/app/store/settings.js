// The person's settings, and the child's.

import {wire} from '../model/time.js';

export class Settings {
  /**
   * @param {{online: import('./online.js').Online, screen: import('./screen.js').Screen, now: () => number,
   *   refresh: () => Promise<void>}} parts `now` by the server's clock
   */
  constructor(parts) {
    this.parts = parts;
    /** @type {Promise<unknown>} */
    this.sent = Promise.resolve();
  }

  /**
   * Sets one after the other: the server keeps what comes last, and two requests at once may overtake each other. One
   * that waits is dropped when another person signs in.
   * @param {string} key
   * @param {string | null} value null resets it
   * @param {boolean} [isChilds] whether it is the child's, for everybody
   */
  async set(key, value, isChilds) {
    const {screen, online, now} = this.parts;
    const home = isChilds ? {home: 'child', childId: screen.state.childId} : {home: 'person'};
    const body = {...home, key, value: value ?? undefined, changedAt: wire(now())};
    const {number} = screen.known.session;
    const ask = async () =>
        number === screen.known.session.number && online.ask('PATCH', '/v1/settings', body);
    this.sent = this.sent.then(ask, ask);
    await this.sent;
    await this.parts.refresh();
  }
}
