// What `early.js` has asked the server while this script was on its way: each such answer is good once.

/** @type {typeof fetch} */
export async function ask(path, options) {
  const {early = {}} = /** @type {{early?: Record<string, Promise<Response>>}} */ (globalThis);
  const known = early[String(path)];
  delete early[String(path)];
  // What is sent may change what they say, and whose they are.
  if (options?.method !== 'GET') Object.assign(globalThis, {early: {}});
  const answer = await known?.catch(() => null);
  // That nobody is signed in is worth knowing, too.
  if (!answer || !(answer.ok || answer.status === 401)) return fetch(path, options);
  // It was given before it is asked for here, by the server's clock too.
  const headers = new Headers(answer.headers);
  headers.delete('Date');
  return new Response(answer.body, {status: answer.status, headers});
}
