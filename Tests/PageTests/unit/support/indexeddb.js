// A fake IndexedDB, as far as the page uses it: transactions are atomic, end by themselves when no request is left, and
// run one after another if one of them writes.

/** Keys in the standard's order: numbers, texts, arrays. */
export function compare(a, b) {
  const rank = (key) => (Array.isArray(key) ? 2 : typeof key === 'string' ? 1 : 0);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (!Array.isArray(a)) return a < b ? -1 : a > b ? 1 : 0;
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = compare(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

class KeyRange {
  constructor(lower, upper, isLowerOpen, isUpperOpen) {
    Object.assign(this, {lower, upper, isLowerOpen, isUpperOpen});
  }
  static bound(lower, upper, isLowerOpen = false, isUpperOpen = false) {
    if (compare(lower, upper) > 0) throw new DOMException('', 'DataError');
    return new KeyRange(lower, upper, isLowerOpen, isUpperOpen);
  }
  includes(key) {
    return compare(key, this.lower) >= (this.isLowerOpen ? 1 : 0) && compare(key, this.upper) <= (this.isUpperOpen ? -1 : 0);
  }
}
globalThis.IDBKeyRange = KeyRange;

const at = (value, path) => (Array.isArray(path) ? path.map((part) => value[part]) : value[path]);
const isKey = (key) => (Array.isArray(key) ? key.every(isKey) : typeof key === 'string' || Number.isFinite(key));

/** Outlives the pages that open it: `new Factory(disk)` with the same disk is the same phone. */
export class Factory {
  /** The results of the next commits: an error's name, or null. */
  failures = [];
  /** Called before each commit; may throw to kill the page there. */
  onCommit = () => {};
  /** The name of a value that cannot be written; null if all can. */
  refused = null;
  #connections = new Set();

  constructor(disk = new Map()) {
    this.disk = disk;
  }

  open(name, version) {
    const request = {};
    queueMicrotask(() => {
      if (this.refusal) {
        request.error = new DOMException('', this.refusal);
        return request.onerror?.();
      }
      let file = this.disk.get(name);
      const oldVersion = file?.version ?? 0;
      file ??= {version: 0, stores: new Map(), queue: []};
      this.disk.set(name, file);
      request.result = new Connection(this, file);
      this.#connections.add(request.result);
      if (oldVersion < version) {
        file.version = version;
        request.onupgradeneeded?.({oldVersion});
      }
      request.onsuccess?.();
    });
    return request;
  }

  /** As a system does when it is short of memory. */
  lose() {
    for (const connection of this.#connections) connection.isClosed = true;
  }
}

class Connection {
  isClosed = false;

  constructor(factory, file) {
    Object.assign(this, {factory, file});
  }

  createObjectStore(name, {keyPath}) {
    const store = {keyPath, rows: new Map(), indexes: new Map()};
    this.file.stores.set(name, store);
    return {createIndex: (index, path) => store.indexes.set(index, path)};
  }

  transaction(names, mode, options) {
    if (this.isClosed) throw new DOMException('', 'InvalidStateError');
    if (options && options.durability === undefined) throw new TypeError('durability');
    return new FakeTransaction(this, names, mode);
  }

  close() {
    this.isClosed = true;
  }
}

class FakeTransaction {
  error = null;
  #requests = [];
  #state = 'waiting';
  #changes = new Map();

  constructor(connection, names, mode) {
    Object.assign(this, {connection, names, mode});
    const {queue} = connection.file;
    queue.push(this);
    setImmediate(() => this.#turn());
  }

  objectStore(name) {
    if (!this.names.includes(name)) throw new DOMException(name, 'NotFoundError');
    if (this.#state === 'over') throw new DOMException('', 'TransactionInactiveError');
    const store = this.connection.file.stores.get(name);
    const source = (path) => ({
      get: (key) => this.#ask(() => this.#row(name, key)),
      getAll: (range, limit) => this.#ask(() => this.#list(name, path, range, limit).map(([, value]) => value)),
      getAllKeys: (range, limit) => this.#ask(() => this.#list(name, path, range, limit).map(([key]) => key)),
      put: (value) => {
        const key = at(value, store.keyPath);
        if (!isKey(key)) throw new DOMException('', 'DataError');
        const row = [key, structuredClone(value)];
        return this.#change(() => {
          // A disk's refusal is known when writing, and ends the transaction.
          if (this.connection.factory.refused === value.name) throw new DOMException('', 'QuotaExceededError');
          this.#changesOf(name).set(JSON.stringify(key), row);
        });
      },
      delete: (key) => this.#change(() => this.#changesOf(name).set(JSON.stringify(key), null)),
      clear: () => this.#change(() => {
        for (const [key] of this.#rows(name)) this.#changesOf(name).set(JSON.stringify(key), null);
      }),
      index: (index) => source(store.indexes.get(index)),
    });
    return source(store.keyPath);
  }

  abort() {
    if (this.#state === 'over') throw new DOMException('', 'InvalidStateError');
    this.#end(() => this.onabort?.());
  }

  /** The page never continues a transaction after a failed request. */
  #fail(error) {
    if (this.#state === 'over') return;
    this.error = error;
    for (const [request] of this.#requests) {
      request.error = new DOMException('', 'AbortError');
      setImmediate(() => request.onerror?.());
    }
    this.#end(() => this.onabort?.());
  }

  #changesOf(name) {
    if (!this.#changes.has(name)) this.#changes.set(name, new Map());
    return this.#changes.get(name);
  }

  #rows(name) {
    const rows = new Map(this.connection.file.stores.get(name).rows);
    for (const [key, row] of this.#changes.get(name) ?? []) {
      if (row) rows.set(key, row);
      else rows.delete(key);
    }
    return [...rows.values()];
  }

  #row(name, key) {
    if (!isKey(key)) throw new DOMException('', 'DataError');
    const text = JSON.stringify(key);
    const changed = this.#changes.get(name)?.get(text);
    const row = changed === undefined ? this.connection.file.stores.get(name).rows.get(text) : changed;
    return structuredClone(row?.[1]);
  }

  #list(name, path, range, limit = Infinity) {
    return this.#rows(name)
        .map(([key, value]) => ({key, value, place: at(value, path)}))
        .filter(({place}) => isKey(place) && (!range || range.includes(place)))
        .sort((a, b) => compare(a.place, b.place) || compare(a.key, b.key))
        .slice(0, limit)
        .map(({key, value}) => [key, structuredClone(value)]);
  }

  #change(body) {
    if (this.mode !== 'readwrite') throw new DOMException('', 'ReadOnlyError');
    return this.#ask(body);
  }

  #ask(body) {
    if (this.#state === 'over') throw new DOMException('', 'TransactionInactiveError');
    const request = {};
    this.#requests.push([request, body]);
    return request;
  }

  /** Its turn comes when nothing before it is running. */
  #turn() {
    if (this.#state === 'over') return;
    const {queue} = this.connection.file;
    const mine = queue.indexOf(this);
    if (queue.slice(0, mine).some((other) => other.mode === 'readwrite' || this.mode === 'readwrite')) {
      return void setImmediate(() => this.#turn());
    }
    this.#state = 'running';
    const next = this.#requests.shift();
    if (!next) return this.#commit();
    const [request, body] = next;
    try {
      request.result = body();
      request.onsuccess?.();
    } catch (error) {
      request.error = error;
      request.onerror?.();
      return this.#fail(error);
    }
    // All microtasks run first, so that requests that follow from an answer are made in time.
    setImmediate(() => this.#turn());
  }

  #commit() {
    const {factory, file} = this.connection;
    if (this.mode === 'readwrite' && this.#changes.size > 0) {
      const failure = factory.failures.shift();
      if (failure) {
        this.error = new DOMException('', failure);
        return this.#end(() => this.onabort?.());
      }
      try {
        factory.onCommit('before');
      } catch {
        return this.#end(() => {});
      }
      for (const [name, changes] of this.#changes) {
        for (const [key, row] of changes) {
          if (row) file.stores.get(name).rows.set(key, row);
          else file.stores.get(name).rows.delete(key);
        }
      }
      try {
        factory.onCommit('after');
      } catch {
        return this.#end(() => {});
      }
    }
    this.#end(() => this.oncomplete?.());
  }

  #end(tell) {
    this.#state = 'over';
    const {queue} = this.connection.file;
    queue.splice(queue.indexOf(this), 1);
    setImmediate(tell);
  }
}
