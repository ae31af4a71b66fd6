// The person's settings, and the child's.

import {wire} from '../model/time.js';

export class Settings {
  /**
   * @param {{online: import('./online.js').Online, screen: import('./screen.js').Screen, now: () => number,
   *   refresh: () => Promise<void>}} parts `now` by the server's clock
   */
  constructor(parts) {
    this.parts = parts;
  }

  /**
   * @param {string} key
   * @param {string | null} value null resets it
   * @param {{child?: boolean}} place whether it is the child's, for everybody
   */
  async set(key, value, {child = false} = {}) {
    const home =
        child ? {home: 'child', childId: this.parts.screen.state.childId} : {home: 'person'};
    const changedAt = wire(this.parts.now());
    await this.parts.online.ask(
        'PATCH', '/v1/settings', {...home, key, value: value ?? undefined, changedAt});
    await this.parts.refresh();
  }
}
