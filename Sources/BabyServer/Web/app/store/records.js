// What lies where in the phone's database.

/** @typedef {import('./database.js').Transaction} Transaction */
/** @typedef {import('./types.js').Entry} Entry */
/** @typedef {import('./types.js').Row} Row */
/** @typedef {import('./types.js').Kept} Kept */
/** @typedef {import('./types.js').Session} Session */

/**
 * @param {Transaction} tx
 * @param {string} name
 * @returns {Promise<any>} undefined without a value
 */
export async function value(tx, name) {
  return (await tx.get('values', name))?.value;
}

/**
 * All that there is one of, in one round trip: each takes its time on a phone.
 * @param {Transaction} tx
 * @returns {Promise<{[name: string]: any}>}
 */
export const values = async (tx) =>
    Object.fromEntries((await tx.all('values')).map(({name, value}) => [name, value]));

/** @param {Transaction} tx @param {string} name @param {unknown} value */
export const setValue = (tx, name, value) => tx.put('values', {name, value});

/**
 * The session of a phone on which no one has signed in.
 * @type {Session}
 */
export const noSession = {
  user: null,
  state: 'left',
  number: 0
};

/** @param {Transaction} tx @param {{[name: string]: unknown}} values */
export function setValues(tx, values) {
  for (const [name, value] of Object.entries(values)) setValue(tx, name, value);
}

/** @param {Transaction} tx @returns {Promise<Session>} */
export const session = async (tx) => (await value(tx, 'session')) ?? noSession;

/** @param {Transaction} tx @returns {Promise<number>} one that no row had before */
export async function nextNumber(tx) {
  const number = ((await value(tx, 'number')) ?? 0) + 1;
  setValue(tx, 'number', number);
  return number;
}

/** @param {Transaction} tx @param {string} userId @returns {Promise<Row[]>} */
export const rowsOf = (tx, userId) => tx.all('outbox', {from: [userId], to: [userId, []]});

/** @param {Transaction} tx @param {string} userId @returns {Promise<Kept[]>} */
export const keptOf = (tx, userId) => tx.all('kept', {from: [userId], to: [userId, []]});

/** @param {Transaction} tx @param {string} userId @param {string} entryId @returns {Promise<Row | null>} */
export const rowOf = async (tx, userId, entryId) =>
    (await tx.get('outbox', [userId, entryId])) ?? null;

/** @param {Transaction} tx @param {string} id @returns {Promise<Entry | null>} the server's version */
export const known = async (tx, id) => (await tx.get('entries', id)) ?? null;

/** @param {Transaction} tx @param {Row} row @param {Entry} entry @param {Kept['reason']} reason @param {number} at @param {string} [child] its name, where the child goes */
export const keep = (tx, {userId}, entry, reason, at, child) =>
    tx.put('kept', {userId, entryId: entry.id, childId: entry.childId, entry, reason, at, child});

/**
 * Notes what the server has taken: an answer that was on its way then does not have it.
 * @param {Transaction} tx
 * @param {Entry} entry
 * @param {number} at
 */
export async function noteSettled(tx, entry, at) {
  /** @type {{entry: Entry, at: number}[]} */
  const all = (await value(tx, 'settled')) ?? [];
  const others = all.filter((one) => one.entry.id !== entry.id && at - one.at < 600_000);
  setValue(tx, 'settled', [...others.slice(-50), {entry, at}]);
}
