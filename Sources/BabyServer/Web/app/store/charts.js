// Pictures of the log, which the family server draws. The last one of each figure stays on the phone.

import {ApiError} from './api.js';
import {childPath} from './online.js';
import {session} from './records.js';

/**
 * A picture as it lies among the entries, behind all of its child's, where it goes when they do. `isLast`: the server does
 * not answer, and other days may have been asked for.
 * @typedef {{id: string, childId: string, start: string, query: string, tag: string | null, svg: string,
 *   isLast?: boolean}} Picture
 */

export class Charts {
  /**
   * @param {{database: import('./database.js').Database, api: import('./api.js').Api,
   *   online: import('./online.js').Online, screen: import('./screen.js').Screen}} parts
   */
  constructor(parts) {
    this.parts = parts;
  }

  /**
   * @param {string} figure
   * @param {string} query the days, the background and the width
   * @returns {Promise<Picture>} of the child on the screen
   */
  async load(figure, query) {
    const {database, api, online, screen: {state, known}} = this.parts;
    const childId = state.childId ?? '';
    const id = `${childId}/${figure}`;
    /** @type {Picture | undefined} */
    const last = await database.read(['entries'], (tx) => tx.get('entries', id));
    /** @type {{[name: string]: string}} */
    const headers = last?.tag && last.query === query ? {'If-None-Match': last.tag} : {};
    try {
      const path = childPath(childId, `/charts/${figure}.svg?${query}`);
      const {body: svg, tag} = await online.perform(() => api.send('GET', path, {headers}));
      if (!svg && last) return last;
      const picture = {id, childId, start: '~', query, tag, svg};
      // It is shown in any case.
      database
          .write(
              ['values', 'entries'],
              async (tx) => {
                if ((await session(tx)).number === known.session.number) tx.put('entries', picture);
              },
              'relaxed')
          .catch(() => {});
      return picture;
    } catch (error) {
      if (!last || !(error instanceof ApiError && error.isOutage)) throw error;
      return {...last, isLast: true};
    }
  }
}
