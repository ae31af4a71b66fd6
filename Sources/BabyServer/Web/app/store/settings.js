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
   * Sets one after the other: the server keeps what comes last, and two requests at once may overtake each other.
   * @param {string} key
   * @param {string | null} value null resets it
   * @param {{child?: boolean}} place whether it is the child's, for everybody
   */
  async set(key, value, {child = false} = {}) {
    const home =
        child ? {home: 'child', childId: this.parts.screen.state.childId} : {home: 'person'};
    const body = {...home, key, value: value ?? undefined, changedAt: wire(this.parts.now())};
    const answer = this.sent.then(() => this.parts.online.ask('PATCH', '/v1/settings', body));
    this.sent = answer.catch(() => {});
    await answer;
    await this.parts.refresh();
  }
}
