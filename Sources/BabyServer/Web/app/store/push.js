// Notifications on this phone while the page is closed.

import {ApiError} from './api.js';

/** @typedef {{reminders: boolean, others: boolean, timers: boolean, names: boolean}} Options */

/**
 * @typedef {{permission: NotificationPermission | null, isPossible: boolean, isSubscribed: boolean,
 *   subscription: Options | null}} PushState
 */

/** @param {ArrayBuffer | null} bytes */
const encoded = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
                               .replace(/\+/g, '-')
                               .replace(/\//g, '_')
                               .replace(/=/g, '');

export class Push {
  /**
   * @param {{api: import('./api.js').Api, worker: () => Promise<ServiceWorkerRegistration | null>}} parts
   */
  constructor({api, worker}) {
    this.api = api;
    this.worker = worker;
  }

  /** @returns {Promise<PushManager | null>} null without push messages */
  async #manager() {
    return (await this.worker())?.pushManager ?? null;
  }

  /** @returns {Promise<PushState>} */
  async state() {
    const manager = await this.#manager();
    const permission = typeof Notification === 'undefined' ? null : Notification.permission;
    const own = await manager?.getSubscription() ?? null;
    const subscription = own ? await this.#kept() : null;
    return {
      permission,
      isPossible: manager !== null,
      isSubscribed: subscription !== null,
      subscription
    };
  }

  /**
   * To be called within a press: phones ask for the permission only then.
   * @param {Options} options
   */
  async subscribe({reminders, others, timers, names}) {
    const manager = await this.#manager();
    if (!manager) throw new ApiError('push_unavailable', '');
    const {body: {key}} = await this.api.send('GET', '/v1/push');
    let own = await manager.getSubscription();
    if (own && encoded(own.options.applicationServerKey) !== key) {
      // The server has another key now.
      await own.unsubscribe();
      own = null;
    }
    try {
      own ??= await manager.subscribe({userVisibleOnly: true, applicationServerKey: key});
    } catch {
      throw new ApiError('push_denied', '');
    }
    const keys = {p256dh: encoded(own.getKey('p256dh')), auth: encoded(own.getKey('auth'))};
    const said = {endpoint: own.endpoint, ...keys, reminders, others, timers, names};
    await this.api.send('PUT', '/v1/push/subscription', {body: said});
  }

  /** Nothing is shown here any more; the server finds out when it tells something. */
  async forget() {
    await (await (await this.#manager())?.getSubscription())?.unsubscribe();
  }

  async unsubscribe() {
    await this.forget();
    await this.api.send('DELETE', '/v1/push/subscription').catch(absent);
  }

  /** The browser may have changed the subscription while the page was closed. */
  async renew() {
    const manager = await this.#manager();
    if (!manager || Notification.permission !== 'granted') return;
    const kept = await this.#kept();
    const own = await manager.getSubscription();
    if (kept && kept.endpoint !== own?.endpoint) await this.subscribe(kept);
  }

  /** @returns {Promise<(Options & {endpoint?: string}) | null>} what the server has */
  async #kept() {
    const answer = await this.api.send('GET', '/v1/push/subscription').catch(absent);
    return answer?.body ?? null;
  }
}

/**
 * @param {unknown} error
 * @returns {null} where there is no such thing
 */
function absent(error) {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}

/** The same for the screens, with errors in words. */
export class Notifications {
  /** @param {{push: Push, online: import('./online.js').Online}} parts */
  constructor(parts) {
    this.parts = parts;
  }

  /** @param {Options} options */
  subscribe(options) {
    return this.parts.online.perform(() => this.parts.push.subscribe(options));
  }

  unsubscribe() {
    return this.parts.online.perform(() => this.parts.push.unsubscribe());
  }

  state() {
    return this.parts.online.perform(() => this.parts.push.state());
  }
}
