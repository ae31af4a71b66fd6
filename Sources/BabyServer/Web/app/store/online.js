// What needs the server at once: people, share codes, sessions, settings, children, sentences.

import {ApiError} from './api.js';

/**
 * @param {string | null} childId
 * @param {string} [rest]
 */
export const childPath = (childId, rest = '') => `/v1/children/${childId}${rest}`;

export class Online {
  /**
   * @param {{api: import('./api.js').Api, key: () => string, model: import('./model.js').Model,
   *   expire: () => Promise<void>}} parts
   */
  constructor({api, key, model, expire}) {
    this.api = api;
    this.key = key;
    this.model = model;
    this.expire = expire;
  }

  /**
   * Puts errors into words, and ends a session that the server has ended.
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  async perform(work) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'unauthorized') await this.expire();
      if (!error.message) {
        error.message = this.model.words.reason(
            {kind: error.isOutage && error.code !== 'network' ? 'server' : error.code});
      }
      throw error;
    }
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @returns {Promise<any>} the answer's body
   */
  async ask(method, path, body) {
    /** @type {{[name: string]: string}} */
    const headers = method === 'GET' ? {} : {'Idempotency-Key': this.key()};
    return (await this.perform(() => this.api.send(method, path, {body, headers}))).body;
  }
}
