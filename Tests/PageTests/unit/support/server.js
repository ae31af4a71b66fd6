// A small fake of the family server, with the real one's rules for versions, tombstones, keys and timers.

const json = (status, body, headers = {}) => new Response(body === undefined ? null : JSON.stringify(body), {
  status,
  headers: {'Content-Type': 'application/json', ...headers},
});

class Refusal {
  constructor(status, code, message, more = {}) {
    Object.assign(this, {status, body: {error: {code, message, details: [], ...more}}});
  }
}

export class FakeServer {
  /** Entries with the number of their last change, by id. */
  entries = new Map();
  /** The answer for each key. */
  answers = new Map();
  /** Requests that changed something, in their order. */
  applied = [];
  requests = [];
  users = new Map();
  children = [];
  settings = [];
  /** @type {(request: {method: string, path: string}) => string | number | null} what goes wrong with a request */
  fault = () => null;
  /** The picture of each figure. */
  pictures = {};
  /** The interpretation of each sentence. */
  understood = {};
  /** Entries that one search looks through before it ends its page. */
  searched = Infinity;
  epoch = 'e1';
  seq = 0;
  current = null;

  constructor(clock) {
    this.clock = clock;
    this.fetch = (path, options = {}) => this.#receive(path, options);
  }

  /** @returns {{id: string, name: string, email: string}} */
  addUser(name, password = 'password') {
    const user = {id: `user-${name}`, name, email: `${name}@example.org`, createdAt: this.#time()};
    this.users.set(user.email, {user, password});
    return user;
  }

  addChild(id, roles) {
    this.children.push({id, name: id, zone: 'Europe/Berlin', roles, seq: ++this.seq});
  }

  /** As another person would. */
  write(entry) {
    const old = this.entries.get(entry.id)?.entry;
    const updatedAt = this.#later(old);
    const stored = {createdAt: updatedAt, ...entry, updatedAt};
    this.entries.set(entry.id, {entry: stored, seq: ++this.seq});
    return stored;
  }

  #time() {
    return new Date(this.clock.now()).toISOString();
  }

  #later(old) {
    const now = this.#time();
    return old && old.updatedAt >= now ? new Date(Date.parse(old.updatedAt) + 1).toISOString() : now;
  }

  async #receive(path, {method = 'GET', headers = {}, body, signal} = {}) {
    const url = new URL(path, 'https://baby.example');
    const request = {method, path: url.pathname, query: url.searchParams, headers, body: body && JSON.parse(body)};
    this.requests.push(request);
    const fault = this.fault(request);
    if (fault === 'lost-request') throw new TypeError('Failed to fetch');
    if (fault === 'silence') {
      await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));
    }
    if (typeof fault === 'number') {
      return json(fault, {error: {code: fault === 429 ? 'rate_limited' : 'internal_error', message: 'No.'}});
    }
    const answer = this.#answer(request);
    await new Promise((resolve) => setImmediate(resolve));
    if (fault === 'lost-answer') throw new TypeError('Failed to fetch');
    return answer;
  }

  #answer(request) {
    try {
      return this.#route(request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return json(error.status, error.body);
    }
  }

  #route(request) {
    const {method, path, body, headers} = request;
    if (headers['Babybasics-Page'] !== '1') throw new Refusal(401, 'unauthorized', 'No page.');
    if (path === '/v1/auth/login') {
      const known = this.users.get(body.email);
      if (known?.password !== body.password) throw new Refusal(401, 'wrong_credentials', 'Wrong.');
      this.current = known.user;
      return json(200, {user: known.user, expiresAt: this.#time()});
    }
    if (!this.current) throw new Refusal(401, 'unauthorized', 'Sign in.');
    if (path === '/v1/auth/logout') {
      this.current = null;
      return json(204);
    }
    if (path === '/v1/me') return json(200, this.current);
    if (path === '/v1/overview') return this.#overview(request);
    if (path === '/v1/changes') return this.#changes(request);
    if (path === '/v1/settings' && method === 'PATCH') {
      this.settings.push({...body, seq: ++this.seq});
      return json(200, body);
    }
    const [, entry] = /^\/v1\/entries\/(.+)$/.exec(path) ?? [];
    if (entry) return this.#repeatable(request, () => this.#change(request, entry));
    const [, child, what] = /^\/v1\/children\/([^/]+)\/(.+)$/.exec(path) ?? [];
    if (!this.#role(child)) throw new Refusal(404, 'not_found', 'Nothing.');
    if (what === 'phrases') return json(200, this.understood[body.text]);
    if (what === 'dashboard') return this.#dashboard(request, child);
    const [, figure] = /^charts\/(.+)\.svg$/.exec(what) ?? [];
    if (figure) {
      const picture = this.pictures[figure];
      const ETag = `"${picture}"`;
      if (headers['If-None-Match'] === ETag) return new Response(null, {status: 304, headers: {ETag}});
      return new Response(picture, {headers: {'Content-Type': 'image/svg+xml', ETag}});
    }
    if (what === 'entries') return this.#list(request, child);
    if (what === 'reminders') return json(200, {reminders: []});
    if (what === 'predictions') return json(200, {predictions: [], gaps: []});
    throw new Refusal(404, 'not_found', 'Nothing.');
  }

  #role(child) {
    return this.children.find(({id}) => id === child)?.roles[this.current.name];
  }

  #shared() {
    return this.children.filter(({id}) => this.#role(id))
        .map(({roles, seq, ...child}) => ({...child, role: roles[this.current.name]}));
  }

  #repeatable(request, work) {
    const key = `${this.current.id} ${request.headers['Idempotency-Key']}`;
    const fingerprint = JSON.stringify([request.method, request.path, request.body]);
    const stored = this.answers.get(key);
    if (stored && stored.fingerprint !== fingerprint) throw new Refusal(400, 'invalid', 'Another call.');
    const answer = stored?.body ?? work();
    this.answers.set(key, {fingerprint, body: answer});
    return json(200, answer);
  }

  #change({method, headers, body}, id) {
    const old = this.entries.get(id)?.entry;
    const child = old?.childId ?? body?.childId;
    const role = this.#role(child);
    if (!role || (method === 'DELETE' && !old)) throw new Refusal(404, 'not_found', 'Nothing.');
    if (role === 'viewer') throw new Refusal(403, 'forbidden', 'You may only look.');
    const [match, isNew] = [headers['If-Match'], headers['If-None-Match'] === '*'];
    const requireMatch = () => {
      if (match && match !== `"${old.updatedAt}"`) throw new Refusal(412, 'changed', 'Changed.', {entry: old});
    };
    if (method === 'DELETE') {
      if (old.deletedAt) return old;
      requireMatch();
      const {note, ...rest} = old;
      return this.#store(id, {...rest, deletedAt: this.#time(), changedBy: this.current.name}, {method});
    }
    if (body.refuse) throw new Refusal(400, 'invalid', 'refuse is not known.', {details: [{field: 'refuse', message: 'x'}]});
    if (!old) {
      if (match) throw new Refusal(412, 'changed', 'There is no such entry.');
      this.#refuseSecondTimer(id, body);
      return this.#store(id, {...body, id, author: this.current.name, createdAt: this.#time()}, {method});
    }
    const {author, changedBy, createdAt, updatedAt, deletedAt, running, ...content} = old;
    if (!deletedAt && JSON.stringify(content) === JSON.stringify({...body, id})) return old;
    if (!deletedAt && isNew) throw new Refusal(412, 'changed', 'There is another.', {entry: old});
    requireMatch();
    if (deletedAt && !match) throw new Refusal(409, 'entry_deleted', 'Deleted.', {entry: old});
    this.#refuseSecondTimer(id, body);
    return this.#store(id, {...body, id, author, createdAt, changedBy: this.current.name}, {method});
  }

  #refuseSecondTimer(id, body) {
    if (!this.#isRunning(body)) return;
    for (const {entry} of this.entries.values()) {
      if (entry.id === id || entry.kind !== body.kind || entry.childId !== body.childId) continue;
      if (!entry.deletedAt && this.#isRunning(entry)) {
        throw new Refusal(409, 'timer_running', 'One runs.', {entry});
      }
    }
  }

  #isRunning = (entry) => entry.kind === 'sleep' && !entry.end && !entry.endUnknown;

  #store(id, entry, {method}) {
    const old = this.entries.get(id)?.entry;
    const stored = {...entry, ...(this.#isRunning(entry) && {running: true}), updatedAt: this.#later(old)};
    this.entries.set(id, {entry: stored, seq: ++this.seq});
    this.applied.push({id, method, entry: stored});
    return stored;
  }

  #changes({query, headers}) {
    const [epoch, since] = (query.get('since') ?? `${this.epoch}:0`).split(':');
    if (epoch !== this.epoch || Number(since) > this.seq) throw new Refusal(410, 'epoch_unknown', 'Start again.');
    const limit = Number(query.get('limit'));
    const mine = [...this.entries.values()].filter(({entry, seq}) => seq > since && this.#role(entry.childId))
                     .sort((a, b) => a.seq - b.seq);
    const page = mine.slice(0, limit);
    const hasMore = mine.length > limit;
    const position = `${this.epoch}:${hasMore ? page.at(-1).seq : this.seq}`;
    const tag = `"${position}:${JSON.stringify(this.#shared()).length}"`;
    if (headers['If-None-Match'] === tag) return new Response(null, {status: 304});
    return json(200, {
      position,
      hasMore,
      children: this.#shared(),
      entries: page.map(({entry}) => entry),
      settings: this.settings.map(({seq, ...setting}) => setting),
      settingsPosition: position,
      user: this.current,
    }, {ETag: tag});
  }

  #live(child) {
    return [...this.entries.values()]
        .map(({entry}) => entry)
        .filter((entry) => entry.childId === child && !entry.deletedAt)
        .sort((a, b) => (a.start < b.start ? 1 : -1));
  }

  #overview({query}) {
    const children = this.#shared();
    const shown = children.find(({id}) => id === query.get('child')) ?? children[0];
    const [dashboard, dashboardTag] = shown ? this.#day(shown.id) : [];
    return json(200, {user: this.current, children, dashboard, dashboardTag});
  }

  #dashboard({headers}, child) {
    const [dashboard, tag] = this.#day(child);
    if (headers['If-None-Match'] === tag) return new Response(null, {status: 304});
    return json(200, dashboard, {ETag: tag});
  }

  #day(child) {
    const date = this.#time().slice(0, 10);
    const live = this.#live(child);
    const day = {date, start: `${date}T00:00:00.000Z`, end: `${date}T23:59:59.999Z`};
    const dashboard = {
      child: {id: child},
      day,
      seq: this.seq,
      zone: 'UTC',
      units: 'ml',
      timeFormat: '24h',
      lastDiaper: live.find(({kind}) => kind === 'diaper') ?? null,
      runningSleep: live.find((entry) => this.#isRunning(entry)) ?? null,
      today: {diapers: live.filter(({kind, start}) => kind === 'diaper' && start >= day.start).length},
    };
    return [dashboard, `"${this.seq}:${date}"`];
  }

  #list({query}, child) {
    const [day, from, q] = ['day', 'from', 'q'].map((name) => query.get(name));
    const all = this.#live(child).filter(({start}) => (!day || start.startsWith(day)) && (!from || start >= from));
    if (!q) return json(200, {entries: all});
    const begin = Number(query.get('cursor') ?? 0);
    const end = begin + this.searched;
    const entries = all.slice(begin, end).filter(({note}) => note?.includes(q));
    return json(200, {entries, ...(end < all.length ? {nextCursor: String(end)} : {})});
  }
}
