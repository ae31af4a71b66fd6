// When the family server is asked for changes, and when the stream of its news is opened: the daemon's rules, for a
// page that is open, which notices sooner that a server is back. Pure.

import * as delays from '../model/generated/delays.js';

export class PollSchedule {
  /**
   * The last poll that the server answered.
   * @type {number | null}
   */
  lastSuccess = null;
  /** Polls in a row that the server has not answered. */
  missed = 0;
  /** @type {number | null} */
  #lastPoll = null;
  #pause = 0;
  #notBefore = 0;
  #isWanted = false;
  #hasNews = false;

  /** Something makes the next poll worth having at once. A pause that the server has asked for is kept all the same. */
  wake() {
    this.#isWanted = true;
  }

  /** The server says that there is something new. While it does not answer polls, their pauses are kept. */
  hear() {
    this.#hasNews = this.missed === 0;
  }

  /** A poll begins. What is heard from here on may have come too late for its answer. */
  begin() {
    [this.#isWanted, this.#hasNews] = [false, false];
  }

  /**
   * @param {number} now
   * @returns {boolean} whether an outage is over: the poll before was missed, or this is the first one
   */
  succeeded(now) {
    const isOver = this.missed > 0 || this.#lastPoll === null;
    [this.lastSuccess, this.#lastPoll, this.missed, this.#notBefore] = [now, now, 0, 0];
    return isOver;
  }

  /**
   * @param {number} now
   * @param {number | null} retryAfter what the server has asked for
   * @param {number} jitter 0 ..< 1, so that a family's phones do not all come back at once
   */
  failed(now, retryAfter, jitter) {
    this.missed++;
    const doubled =
        Math.min(delays.watchedPause * 2 ** Math.min(this.missed - 1, 4), delays.pollInterval);
    this.#pause = doubled * (0.75 + jitter / 4);
    this.#notBefore = retryAfter === null ? 0 : now + retryAfter;
    [this.#lastPoll, this.#isWanted, this.#hasNews] = [now, false, false];
  }

  /**
   * @param {number} now
   * @returns {number} the time of the next poll, which may be past
   */
  next(now) {
    const last = this.#lastPoll;
    // Before the first one, and after the clock was set back, nothing is known of how long ago the last was.
    if (this.#isWanted || last === null || last > now) return Math.max(now, this.#notBefore);
    if (this.#hasNews) return Math.max(last + delays.newsInterval, this.#notBefore);
    const pause = this.missed === 0 ? delays.pollInterval : this.#pause;
    return Math.max(last + pause, this.#notBefore);
  }

  /**
   * Whether what is shown may be out of date. A page that was just opened has not asked yet, and says nothing.
   * @param {number} now
   */
  isStale(now) {
    const isOld = this.lastSuccess === null || now - this.lastSuccess > delays.longestPollPause * 2;
    return this.missed >= 2 || (this.missed > 0 && isOld);
  }
}

/** @typedef {'broken' | 'unavailable' | 'refused'} EventStreamEnd */

/** A stream replaces no poll, so it is tried more and more rarely if it does not work. */
export class EventStreamSchedule {
  #failures = 0;
  #notBefore = 0;

  /** It is worth trying at once: a session, a network, an outage that is over. */
  wake() {
    [this.#failures, this.#notBefore] = [0, 0];
  }

  /**
   * @param {EventStreamEnd} end
   * @param {{now: number, lasted: number, retryAfter: number | null, jitter: number}} context
   */
  ended(end, {now, lasted, retryAfter, jitter}) {
    if (end === 'broken' && lasted >= delays.newsProof) this.#failures = 0;
    const first =
        end === 'refused' ? Math.max(retryAfter ?? 0, delays.longNewsPause) : delays.newsPause;
    const pause = Math.min(first * 2 ** Math.min(this.#failures, 12), delays.longestNewsPause);
    this.#failures++;
    this.#notBefore = now + pause * (1 + jitter);
  }

  /** @param {number} now @returns {number} */
  next(now) {
    // After the clock was set back nothing is known of how long ago the last one was.
    const isPlausible = this.#notBefore - now <= delays.longestNewsPause * 2;
    return isPlausible ? Math.max(this.#notBefore, now) : now;
  }
}
