// What comes behind the first screen, for all others: their long texts, and how they look.

/**
 * Empty until all of it is here: what needs it is not shown before.
 * @type {typeof import('../../texts/later.json')}
 */
export const later = /** @type {any} */ ({});

/** In milliseconds: the first screen is drawn before. */
const pause = 50;
let isComing = false;

/**
 * Whether it is here. Where it is not, it is fetched; without a network, again when something is drawn again.
 * @param {() => void} draw once it is
 */
export function isWhole(draw) {
  const isHere = Boolean(later.howToTrust);
  if (isHere || isComing) return isHere;
  isComing = true;
  setTimeout(() => fetchAll().then(draw).catch(() => {}).finally(() => isComing = false), pause);
  return false;
}

async function fetchAll() {
  const texts = fetch(new URL('../../texts/later.json', import.meta.url));
  const styles = new Promise((onload, onerror) => {
    const href = new URL('../../style/later.css', import.meta.url);
    document.head.append(
        Object.assign(document.createElement('link'), {rel: 'stylesheet', href, onload, onerror}));
  });
  const [answer] = await Promise.all([texts, styles]);
  Object.assign(later, await answer.json());
}
