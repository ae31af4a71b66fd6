// Sentences: the family server understands one, and the page does what it says.

import {unsent as mostUnsent} from '../model/generated/limits.js';

import {childPath} from './online.js';
import {blank, draftOf} from './outbox.js';

export class Sentences {
  /**
   * @param {{online: import('./online.js').Online, screen: import('./screen.js').Screen,
   *   logbook: import('./logbook.js').Logbook, children: import('./children.js').Children,
   *   refresh: () => Promise<void>}} parts
   */
  constructor(parts) {
    this.parts = parts;
  }

  /**
   * What a sentence means to the family server, which also learns the newest changes that wait here. Nothing is logged.
   * @param {string} text
   * @returns {Promise<{does: string, child: {id: string, name: string}, entryId?: string, warnings?: string[],
   *   entry: import('./types.js').Draft & {childId: string}}>}
   */
  understand(text) {
    const {state: {childId}, known} = this.parts.screen;
    const unsent = known.rows.filter((row) => row.childId === childId)
                       .sort((a, b) => a.number - b.number)
                       .slice(-mostUnsent)
                       .map(({entry}) => ({
                              ...draftOf(entry),
                              id: entry.id,
                              deleted: entry.deletedAt ? true : undefined
                            }));
    return this.parts.online.ask('POST', childPath(childId, '/phrases'), {text, unsent});
  }

  /**
   * Does what was understood, for the child that it is about, which is shown from then on.
   * @param {{does: string, entry: import('./types.js').Draft & {childId: string}, entryId?: string}} understood
   */
  async carryOut({does, entry, entryId = ''}) {
    const {childId} = entry;
    if (childId !== this.parts.screen.state.childId) await this.parts.children.select(childId);
    if (does === 'log') return this.parts.logbook.log(entry);
    // The timer may have been started or changed on another phone a moment ago.
    await this.parts.refresh();
    return does === 'remove' ? this.parts.logbook.remove(entryId) :
                               this.parts.logbook.edit(entryId, entry, blank);
  }
}
