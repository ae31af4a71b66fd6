// The phone's database: transactions that are there as a whole or not at all, and a connection that is opened again
// when the system has taken it away.

import {storageFull, storageRefused} from '../texts.js';

const version = 1;
/** How long the database may take to open: there are systems on which it never does. */
const patience = 8_000;

/** Why something could not be kept on the phone. */
export class StorageError extends Error {
  /**
   * @param {'storage_full' | 'storage_refused'} code
   * @param {unknown} [cause]
   */
  constructor(code, cause) {
    super(code === 'storage_full' ? storageFull : storageRefused);
    this.code = code;
    this.cause = cause;
  }
}

/** @typedef {{index?: string, from?: IDBValidKey, to?: IDBValidKey, limit?: number}} Range with both ends or none; `to` is excluded */

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/**
 * What can be done within a transaction. Nothing but its own requests may be awaited there; what is written need not be:
 * where it fails, the transaction does, and what is read later has it.
 */
export class Transaction {
  /** @param {IDBTransaction} transaction */
  constructor(transaction) {
    this.transaction = transaction;
  }

  /** @param {string} store @param {IDBValidKey} key @returns {Promise<any>} */
  get(store, key) {
    return done(this.transaction.objectStore(store).get(key));
  }

  /** @param {string} store @param {Range} [range] @returns {Promise<any[]>} */
  all(store, range = {}) {
    return done(this.#source(store, range).getAll(bounds(range), range.limit));
  }

  /** @param {string} store @param {Range} [range] @returns {Promise<IDBValidKey[]>} */
  keys(store, range = {}) {
    return done(this.#source(store, range).getAllKeys(bounds(range), range.limit));
  }

  /** @param {string} store @param {unknown} value */
  put(store, value) {
    this.transaction.objectStore(store).put(value);
  }

  /** @param {string} store @param {IDBValidKey} key */
  delete(store, key) {
    this.transaction.objectStore(store).delete(key);
  }

  /** @param {string} store */
  clear(store) {
    this.transaction.objectStore(store).clear();
  }

  /** @param {string} name @param {Range} range */
  #source(name, {index}) {
    const store = this.transaction.objectStore(name);
    return index ? store.index(index) : store;
  }
}

/** @param {Range} range */
const bounds = ({from, to}) => from && IDBKeyRange.bound(from, to, false, true);

export class Database {
  /** Whether there was no database before it was opened: it is the first time, or the phone has thrown it away. */
  isNew = false;
  /** @type {Promise<IDBDatabase> | null} */
  #connection = null;

  /**
   * @param {IDBFactory} factory
   * @param {Promise<IDBDatabase|null|undefined>} [opening] what `early.js` has found there; null where nothing was
   */
  constructor(factory, opening) {
    this.factory = factory;
    this.opening = opening;
  }

  /**
   * @template T
   * @param {string[]} stores
   * @param {(tx: Transaction) => T | Promise<T>} body may run a second time
   * @returns {Promise<T>}
   */
  read(stores, body) {
    return this.#perform(stores, 'readonly', undefined, body);
  }

  /**
   * @template T
   * @param {string[]} stores
   * @param {(tx: Transaction) => T | Promise<T>} body may run a second time; when it throws, nothing is changed
   * @param {'strict' | 'relaxed'} [durability]
   * @returns {Promise<T>} once all of it is kept
   */
  write(stores, body, durability = 'strict') {
    return this.#perform(stores, 'readwrite', {durability}, body);
  }

  /**
   * Finds out whether there is one, without waiting for a new one.
   * @throws {StorageError} where that cannot be found out, or not within the time that it may take
   */
  async begin() {
    const {opening} = this;
    const connection = this.open();
    if (await Promise.race([opening, connection]) === null)
      this.isNew = true;
    else
      await connection;
  }

  /** Opens a new connection: the old one may be dead without knowing after the page was in the background. */
  async reopen() {
    const old = this.#connection;
    this.#connection = null;
    await old?.then((connection) => connection.close(), () => {});
  }

  /**
   * @template T
   * @param {string[]} stores
   * @param {IDBTransactionMode} mode
   * @param {IDBTransactionOptions | undefined} options
   * @param {(tx: Transaction) => T | Promise<T>} body
   * @returns {Promise<T>}
   */
  async #perform(stores, mode, options, body) {
    for (let isAgain = false;; isAgain = true) {
      try {
        return await this.#attempt(await this.open(), stores, mode, options, body);
      } catch (error) {
        if (!(error instanceof DOMException)) throw error;
        if (error.name === 'QuotaExceededError') throw new StorageError('storage_full', error);
        if (isAgain) throw new StorageError('storage_refused', error);
        await this.reopen();
      }
    }
  }

  /**
   * @template T
   * @param {IDBDatabase} connection
   * @param {string[]} stores
   * @param {IDBTransactionMode} mode
   * @param {IDBTransactionOptions | undefined} options
   * @param {(tx: Transaction) => T | Promise<T>} body
   * @returns {Promise<T>}
   */
  async #attempt(connection, stores, mode, options, body) {
    const transaction = connection.transaction(stores, mode, options);
    const end = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error ?? new DOMException('', 'AbortError'));
    });
    try {
      const value = await body(new Transaction(transaction));
      await end;
      return value;
    } catch (error) {
      end.catch(() => {});
      try {
        transaction.abort();
      } catch {
        // It has ended by itself.
      }
      // The transaction's error is the cause; a request's may be a consequence.
      throw transaction.error ?? error;
    }
  }

  /** @returns {Promise<IDBDatabase>} once it is known whether there was one */
  open() {
    this.#connection ??= new Promise((resolve, reject) => {
      const refuse = (/** @type {unknown} */ cause) =>
          reject(new StorageError('storage_refused', cause));
      const timer = setTimeout(refuse, patience);
      this.#connect().then(resolve, refuse).finally(() => clearTimeout(timer));
    });
    this.#connection.catch(() => this.#connection = null);
    return this.#connection;
  }

  async #connect() {
    const {opening} = this;
    // Once: where it never comes, the next try is one of its own.
    this.opening = undefined;
    const early = await opening;
    let connection = /** @type {IDBDatabase} */ (early);
    if (early?.version !== version) {
      early?.close();
      const request = this.factory.open('babybasics', version);
      request.onupgradeneeded = ({oldVersion}) => {
        this.isNew = oldVersion === 0;
        upgrade(request.result, oldVersion);
      };
      connection = await done(request);
    }
    const lose = () => {
      connection.close();
      this.#connection = null;
    };
    connection.onclose = lose;
    // Another tab has a newer version of the page.
    connection.onversionchange = lose;
    return connection;
  }
}

/**
 * Each version's step stays as it is: phones come with any of them.
 * @param {IDBDatabase} database
 * @param {number} from
 */
function upgrade(database, from) {
  if (from < 1) {
    // What there is one of, by its name.
    database.createObjectStore('values', {keyPath: 'name'});
    // What the server has of the last weeks.
    const entries = database.createObjectStore('entries', {keyPath: 'id'});
    entries.createIndex('start', ['childId', 'start']);
    // What it has not confirmed.
    database.createObjectStore('outbox', {keyPath: ['userId', 'entryId']});
    database.createObjectStore('kept', {keyPath: ['userId', 'entryId']});
  }
}
