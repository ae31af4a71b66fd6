// What it takes to show a family of which the phone knows nothing: the children, and how one's day stands.

import {ApiError} from './api.js';

/**
 * The child that is shown, which may be gone.
 * @param {import('./types.js').Child[]} children
 * @param {string | null | undefined} childId
 * @returns {string | null}
 */
export const chosen = (children, childId) =>
    (children.find(({id}) => id === childId) ?? children[0])?.id ?? null;

/**
 * @param {import('./api.js').Api} api
 * @param {string | null} shown id of the child that is shown, if one is
 * @returns {Promise<{[name: string]: any}>} what is to be kept, by its name
 */
export async function first(api, shown) {
  const at = api.clock.now();
  const children = (await api.send('GET', '/v1/children')).body.children ?? [];
  const childId = chosen(children, shown);
  /** @type {{[name: string]: unknown}} */
  const values = {children, childId};
  if (childId) {
    try {
      const {body, tag} = await api.send('GET', `/v1/children/${childId}/dashboard`);
      values[`dashboard:${childId}`] = {value: body, tag, at, changes: null};
    } catch (error) {
      // A child that has gone meanwhile.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
  }
  return values;
}
