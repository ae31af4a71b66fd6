// One request to the family server and its whole answer, within a deadline and a size.

/** @typedef {import('./types.js').Clock} Clock */
/** @typedef {import('./types.js').Entry} Entry */

const deadline = 30_000;
/** Longest text of the server's that is shown to anybody. */
const longest = 500;
/** What is wrong with a form: it has no more fields. */
const mostDetails = 20;
/** Characters of an answer that are read: no page of a list has as many. */
const mostRead = 8_000_000;
/** What browsers send on when the page is gone: 64 KiB of everybody's. */
const mostKept = 16_000;

/** What a request came to that has no answer to go on with. */
export class ApiError extends Error {
  status = 0;
  /** @type {{field: string, message: string}[]} */
  details = [];
  /** @type {Entry | null} */
  entry = null;
  /**
   * What can be said in place of a sentence.
   * @type {string[] | null}
   */
  choices = null;
  /** @type {number | null} */
  retryAfter = null;

  /**
   * @param {string} code the server's own, or `network`, `server` or `bad_answer`
   * @param {string} message for a person; empty if the page has its own text
   * @param {Partial<Pick<ApiError, 'status' | 'details' | 'entry' | 'choices' | 'retryAfter'>>} [more] `retryAfter` in milliseconds
   */
  constructor(code, message, more) {
    super(message);
    this.code = code;
    Object.assign(this, more);
  }

  /** Whether it may have arrived or not, and is worth sending again. */
  get isOutage() {
    return this.status === 0 || this.status >= 500;
  }
}

/**
 * @typedef {{body?: unknown, headers?: {[name: string]: string}, isLast?: boolean}} Options
 *     `isLast`: the page may be gone before the answer comes
 * @typedef {{status: number, body: any, tag: string | null}} Answer
 */

export class Api {
  /**
   * Milliseconds that the server's clock is ahead; null before the first answer.
   * @type {number | null}
   */
  offset = null;

  /** @param {{fetch: typeof fetch, clock: Clock}} parts */
  constructor({fetch, clock}) {
    this.fetch = fetch;
    this.clock = clock;
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {Options} options
   * @returns {Promise<Answer>} of a status below 300, or 304
   * @throws {ApiError}
   */
  async send(method, path, {body, headers = {}, isLast = false} = {}) {
    const aborter = new AbortController();
    const timer = this.clock.setTimer(() => aborter.abort(), deadline);
    const sentAt = this.clock.now();
    try {
      const said = body === undefined ? undefined : JSON.stringify(body);
      const response = await this.fetch(path, {
        ...request(method, headers, aborter.signal),
        body: said,
        keepalive: isLast && (said?.length ?? 0) <= mostKept,
      });
      this.#note(response.headers.get('Date'), sentAt);
      return answer(response, await textOf(response));
    } catch (error) {
      throw error instanceof ApiError ? error : new ApiError('network', '');
    } finally {
      this.clock.clearTimer(timer);
      // What was not read is not fetched either.
      aborter.abort();
    }
  }

  /**
   * Begins an answer that is read as it comes.
   * @param {string} path
   * @param {AbortSignal} signal
   * @returns {Promise<Response>}
   */
  follow(path, signal) {
    return this.fetch(path, request('GET', {Accept: 'text/event-stream'}, signal));
  }

  /**
   * The date was written at some time between the question and the answer, and cut to seconds. What is believed of the
   * clock moves no further than that: most phones' are right.
   * @param {string | null} date
   * @param {number} sentAt
   */
  #note(date, sentAt) {
    const time = Date.parse(date ?? '');
    if (Number.isNaN(time)) return;
    const [least, most] = [time - this.clock.now(), time + 1000 - sentAt];
    this.offset = Math.min(Math.max(this.offset ?? 0, least), most);
  }
}

/**
 * @param {string} method
 * @param {{[name: string]: string}} headers
 * @param {AbortSignal} signal
 * @returns {RequestInit}
 */
const request = (method, headers, signal) => ({
  method,
  // The server ignores a cookie without it; other sites' pages cannot send it.
  headers: {
    'Accept': 'application/json',
    'Content-Type': 'application/json',
    'Babybasics-Page': '1',
    ...headers
  },
  redirect: 'error',
  cache: 'no-store',
  signal,
});

/** @param {Response} response */
async function textOf({body}) {
  const [reader, decoder] = [body?.getReader(), new TextDecoder()];
  let text = '';
  while (text.length < mostRead) {
    const {done = true, value} = await reader?.read() ?? {};
    text += decoder.decode(value, {stream: !done});
    if (done) return text;
  }
  throw new ApiError('bad_answer', '');
}

/**
 * @param {Response} response
 * @param {string} text
 * @returns {Answer}
 */
function answer({status, headers}, text) {
  const tag = headers.get('ETag');
  if (status === 304 || status === 204) return {status, body: null, tag};
  const type = headers.get('Content-Type');
  if (status >= 500) throw new ApiError('server', '', {status, retryAfter: pause(headers)});
  if (status < 300 && type === 'image/svg+xml') return {status, body: text, tag};
  let body;
  try {
    body = type?.startsWith('application/json') ? JSON.parse(text) : null;
  } catch {
    body = null;
  }
  if (body === null || typeof body !== 'object') throw new ApiError('bad_answer', '');
  if (status < 300) return {status, body, tag};
  const {code, message, details, entry = null, choices} = body.error ?? {};
  // A proxy's answer, say, or a hotel's.
  if (typeof code !== 'string' || typeof message !== 'string') throw new ApiError('bad_answer', '');
  throw new ApiError(code, message.slice(0, longest), {
    status,
    details: Array.isArray(details) ? details.slice(0, mostDetails) : [],
    entry,
    choices: Array.isArray(choices) ? choices.slice(0, mostDetails) : null,
    retryAfter: pause(headers)
  });
}

/** @param {Headers} headers @returns {number | null} milliseconds that the server asks to wait for */
export function pause(headers) {
  const seconds = parseInt(headers.get('Retry-After') ?? '');
  return seconds >= 0 ? Math.min(seconds, 86_400) * 1000 : null;
}
