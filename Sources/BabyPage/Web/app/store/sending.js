// Sends one change once, and says what became of it in the words of `settle`.

import {ApiError} from './api.js';
import {request} from './outbox.js';

/** @typedef {import('./settle.js').Result} Result */

/**
 * @param {import('./api.js').Api} api
 * @param {import('./types.js').Row} row that has begun
 * @returns {Promise<Result>}
 */
export async function sendRow(api, row) {
  try {
    return await attempt(api, row, row.base);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return result(error);
  }
}

/**
 * @param {import('./api.js').Api} api
 * @param {import('./types.js').Row} row
 * @param {string | null} base
 * @returns {Promise<Result>}
 */
async function attempt(api, row, base) {
  const {method, path, headers, body} = request(row, base);
  try {
    const {body: entry} = await api.send(method, path, {headers, body, isLast: true});
    if (entry?.id !== row.entryId || typeof entry.updatedAt !== 'string') {
      throw new ApiError('bad_answer', '');
    }
    return {kind: 'accepted', entry};
  } catch (error) {
    // A server that was restored may not know an entry any more that it knew: there, it is a new one.
    if (error instanceof ApiError && error.code === 'changed' && !error.entry && base && body) {
      return attempt(api, row, null);
    }
    throw error;
  }
}

/**
 * @param {ApiError} error
 * @returns {Result}
 */
function result(error) {
  const {code, message, entry, status} = error;
  if (entry && code === 'timer_running') return {kind: 'clash', entry, message};
  if (entry && (code === 'changed' || code === 'entry_deleted')) return {kind: 'conflict', entry};
  if (status === 401) return {kind: 'unauthorized'};
  if (status === 429) return {kind: 'limited', pause: error.retryAfter, message};
  if (error.isOutage) {
    return {kind: 'unavailable', failure: code === 'network' ? 'network' : 'server', message};
  }
  return {kind: 'refused', status, message, fields: error.details.map(({field}) => field)};
}
