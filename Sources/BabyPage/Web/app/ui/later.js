// What comes behind the first screen, for all others: their long texts, and how they look.

/**
 * Empty until all of it is here: what needs it is not shown before.
 * @type {typeof import('../../texts/later.json')}
 */
export const later = /** @type {any} */ ({});

/** In milliseconds: the first screen is drawn before. */
const pause = 50;
/** How long it may take, in milliseconds, before it is tried again. */
const patience = 20_000;
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
  const signal = /** @type {any} */ (AbortSignal).timeout(patience);
  const texts = fetch(new URL('../../texts/later.json', import.meta.url), {signal});
  /** @type {HTMLElement|undefined} */
  let sheet;
  const styles = new Promise((onload, onerror) => {
    const href = new URL('../../style/later.css', import.meta.url);
    sheet = link({rel: 'stylesheet', href, onload, onerror});
    setTimeout(onerror, patience);
  });
  try {
    const [answer] = await Promise.all([texts, styles]);
    Object.assign(later, answer.ok && await answer.json());
  } finally {
    // The manifest is for whoever puts the page on the home screen, which nobody does before.
    if (later.howToTrust)
      link({rel: 'manifest', href: '/manifest.webmanifest'});
    else
      // The next try has one of its own.
      sheet?.remove();
  }
}

/** @param {Record<string, any>} as */
function link(as) {
  const made = Object.assign(document.createElement('link'), as);
  document.head.append(made);
  return made;
}
