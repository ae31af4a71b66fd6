// What is looked up: the entries of a day, and what a search finds.

import {setting} from '../model/rules.js';

import {ApiError} from './api.js';
import {contains} from './merge.js';
import {childPath} from './online.js';
import {overlaid} from './view.js';

/** @typedef {import('./types.js').Entry} Entry */
/** @typedef {import('./types.js').EntryView} EntryView */

export class Timeline {
  /**
   * @param {{database: import('./database.js').Database, model: import('./model.js').Model,
   *   screen: import('./screen.js').Screen, sync: import('./sync.js').Sync, online: import('./online.js').Online}} parts
   */
  constructor(parts) {
    this.parts = parts;
  }

  /**
   * Puts a day's entries into the state.
   * @param {string} day
   */
  async loadDay(day) {
    const {childId, settings} = this.parts.screen.state;
    if (!childId) return;
    const child = this.parts.screen.known.children.find(({id}) => id === childId);
    const window = this.parts.model.dayWindow(day, child, setting(settings, 'day.start'));
    try {
      if (!(await this.parts.sync.hasDay(window.start))) {
        await this.parts.online.perform(() => this.parts.sync.day(childId, day));
      }
    } catch (error) {
      // What was looked at before is better than nothing.
      const range =
          {index: 'start', from: [childId, window.start], to: [childId, window.end], limit: 1};
      const keys = await this.parts.database.read(['entries'], (tx) => tx.keys('entries', range));
      if (keys.length === 0) throw error;
    }
    this.parts.screen.open(day, window);
    await this.parts.screen.changed();
  }

  /**
   * @param {string} text
   * @returns {Promise<EntryView[]>} from the server, or out of what the phone has where that does not answer
   */
  async search(text) {
    const childId = this.parts.screen.state.childId ?? '';
    const rows = this.parts.screen.known.rows.filter((row) => row.childId === childId);
    const {isOnline} = this.parts.screen.standing;
    const context = {
      sending: this.parts.screen.sending,
      isOnline,
      reason: this.parts.model.words.reason
    };
    try {
      const query = new URLSearchParams({q: text, limit: '100'});
      /** @type {Entry[]} */
      let entries = [];
      // The server looks through a part of a long log at a time. No family's log has a hundred parts.
      for (let cursor = '', parts = 0; parts < 100 && entries.length < 100; parts++) {
        if (cursor) query.set('cursor', cursor);
        const page = await this.parts.online.ask('GET', childPath(childId, `/entries?${query}`));
        entries = [...entries, ...page.entries];
        cursor = page.nextCursor;
        if (!cursor) break;
      }
      const found = new Set(entries.map((/** @type {Entry} */ entry) => entry.id));
      return overlaid(
          entries, rows, (entry) => found.has(entry.id) || contains(entry, text), context);
    } catch (error) {
      if (!(error instanceof ApiError && error.isOutage)) throw error;
      // Without the pictures behind them.
      const range = {index: 'start', from: [childId], to: [childId, '~']};
      const entries = await this.parts.database.read(['entries'], (tx) => tx.all('entries', range));
      return overlaid(entries, rows, (entry) => contains(entry, text), context).slice(0, 100);
    }
  }
}
