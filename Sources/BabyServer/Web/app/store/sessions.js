// Signing in and out, and the person's sessions on all devices.

export class Sessions {
  /**
   * @param {{account: import('./account.js').Account, online: import('./online.js').Online,
   *   push: import('./push.js').Push, screen: import('./screen.js').Screen, wake: () => unknown}} parts after `wake`,
   *     what is new is asked for and what waits is sent
   */
  constructor(parts) {
    this.parts = parts;
  }

  /** @param {{email: string, password: string}} credentials */
  signIn(credentials) {
    return this.#enter('login', credentials);
  }

  /** @param {{code: string, name: string, email: string, password: string}} registration */
  register(registration) {
    return this.#enter('register', registration);
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
    await this.parts.online.perform(() => this.parts.account.enter(way, body));
    await this.#begin();
    this.parts.wake();
  }

  async signOut() {
    this.parts.push.forget().catch(() => {});
    await this.parts.account.leave();
    await this.#begin();
  }

  /** Shows another person's data, or the sign-in form. */
  async #begin() {
    this.parts.screen.more.reason = null;
    await this.parts.screen.changed();
  }

  /**
   * The session is over.
   * @param {'expired' | 'other-person'} reason
   */
  async expire(reason) {
    this.parts.screen.more.reason = reason;
    await this.parts.account.expire(this.parts.screen.known.session.number);
    await this.parts.screen.changed();
  }

  list() {
    return this.parts.online.ask('GET', '/v1/sessions');
  }

  /** @param {string} id */
  end(id) {
    return this.parts.online.ask('DELETE', `/v1/sessions/${id}`);
  }
}
