// What it takes to show a family of which the phone knows nothing: the children, and how one's day stands.

import {nothing} from './reading.js';
import {setValues, value} from './records.js';

/**
 * The child that is shown, which may be gone.
 * @param {import('./types.js').Child[]} children
 * @param {string | null | undefined} childId
 * @returns {string | null}
 */
export const chosen = (children, childId) =>
    (children.find(({id}) => id === childId) ?? children[0])?.id ?? null;

/** @typedef {{children: import('./types.js').Child[], [name: string]: any}} First by the names of what is kept */

/**
 * @param {import('./api.js').Api} api
 * @param {string | null} shown id of the child that is shown, if one is
 * @returns {Promise<{user: import('./types.js').User, values: First}>} whose they are, too
 */
export async function first(api, shown) {
  const at = api.clock.now();
  const {body} = await api.send('GET', `/v1/overview${shown ? `?child=${shown}` : ''}`);
  const {user, children = [], dashboard, dashboardTag: tag} = body;
  /** @type {First} */
  const values = {children};
  if (dashboard) {
    values[`dashboard:${dashboard.child.id}`] = {value: dashboard, tag, at, changes: null};
  }
  return {user, values};
}

/**
 * Another child may have been chosen since it was asked for.
 * @param {import('./database.js').Transaction} tx
 * @param {First} values
 */
export const keepFirst = async (tx, values) =>
    setValues(tx, {...values, childId: chosen(values.children, await value(tx, 'childId'))});

/**
 * The same as it is read once it was kept.
 * @param {import('./types.js').User} user
 * @param {First} values
 * @returns {import('./view.js').Known}
 */
export function firstKnown(user, {children, ...values}) {
  const childId = chosen(children, null);
  return {
    ...nothing,
    session: {...nothing.session, user, state: 'open'},
    children,
    areChildrenKnown: true,
    childId,
    dashboard: values[`dashboard:${childId}`] ?? null,
  };
}
