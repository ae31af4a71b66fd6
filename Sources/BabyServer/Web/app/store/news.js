// Holds the server's event stream open while the page is visible. It is only a hint: polls go on without it.

import {newsSilence, newsTimeout} from '../model/generated/delays.js';

import {pause} from './api.js';
import {EventStreamSchedule} from './schedule.js';

const longestEvent = 1024;

/** Reads server-sent events as they come, of which nothing counts but that there is one, and its id. */
export class EventReader {
  #rest = '';

  /**
   * @param {string} text
   * @returns {string | null} the id of the last event that is there as a whole
   */
  take(text) {
    const events = (this.#rest + text.replaceAll('\r', '')).split('\n\n');
    this.#rest = events.pop() ?? '';
    if (this.#rest.length > longestEvent) throw new RangeError();
    const last = events.filter((event) => /^event: ?change$/m.test(event)).pop();
    return last === undefined ? null : /^id: ?(.*)$/m.exec(last)?.[1] ?? '';
  }
}

export class News {
  #schedule = new EventStreamSchedule();
  /** @type {AbortController | null} */
  #stream = null;
  /** @type {unknown} */
  #timer = null;
  #isWanted = false;

  /**
   * @param {{api: import('./api.js').Api, clock: import('./types.js').Clock, jitter: () => number,
   *   hear: (id: string) => void}} parts
   */
  constructor({api, clock, jitter, hear}) {
    this.api = api;
    this.clock = clock;
    this.jitter = jitter;
    this.hear = hear;
  }

  /** @param {boolean} isWanted whether the page is visible and the server answers */
  attend(isWanted) {
    this.#isWanted = isWanted;
    this.clock.clearTimer(this.#timer);
    if (!isWanted) {
      this.#stream?.abort();
      this.#stream = null;
      return;
    }
    if (this.#stream) return;
    const wait = this.#schedule.next(this.clock.now()) - this.clock.now();
    if (wait > 0)
      this.#timer = this.clock.setTimer(() => this.attend(this.#isWanted), wait);
    else
      this.#follow();
  }

  /** It is worth trying at once. */
  wake() {
    this.#schedule.wake();
  }

  async #follow() {
    const stream = new AbortController();
    this.#stream = stream;
    const began = this.clock.now();
    const {end, retryAfter} = await this.#read(stream);
    // Closed on purpose.
    if (this.#stream !== stream) return;
    this.#stream = null;
    const now = this.clock.now();
    this.#schedule.ended(end, {now, lasted: now - began, retryAfter, jitter: this.jitter()});
    this.attend(this.#isWanted);
  }

  /**
   * @param {AbortController} stream
   * @returns {Promise<{end: import('./schedule.js').EventStreamEnd, retryAfter: number | null}>}
   */
  async #read(stream) {
    let hasHeard = false;
    let timer = this.clock.setTimer(() => stream.abort(), newsTimeout);
    try {
      const response = await this.api.follow('/v1/events', stream.signal);
      const {status, headers, body} = response;
      if (status >= 500 && status !== 503) return {end: 'unavailable', retryAfter: null};
      const isStream = headers.get('Content-Type')?.startsWith('text/event-stream');
      // Too many ask, or it knows no streams.
      if (status !== 200 || !isStream || !body) return {end: 'refused', retryAfter: pause(headers)};
      const [reader, decoder, events] = [body.getReader(), new TextDecoder(), new EventReader()];
      for (;;) {
        const {done, value} = await reader.read();
        if (done) return {end: 'broken', retryAfter: null};
        hasHeard = true;
        this.clock.clearTimer(timer);
        timer = this.clock.setTimer(() => stream.abort(), newsSilence);
        const id = events.take(decoder.decode(value, {stream: true}));
        if (id !== null) this.hear(id);
      }
    } catch {
      return {end: hasHeard ? 'broken' : 'unavailable', retryAfter: null};
    } finally {
      this.clock.clearTimer(timer);
      stream.abort();
    }
  }
}
