// Runs before anything is shown, so that nothing flashes: the colours that were shown last.
(() => {
  /** @param {any} theme The document begins with what it does not say. */
  const dress = ({palette, categoryStrategy, iconStyle, mode, night}) => {
    const {dataset} = document.documentElement;
    if (palette) dataset.palette = palette;
    if (categoryStrategy) dataset.strategy = categoryStrategy;
    if (iconStyle) dataset.icons = iconStyle;
    // Without one, the phone decides.
    delete dataset.mode;
    if (night || mode !== 'auto' && mode) dataset.mode = night ? 'night' : mode;
  };
  // `theme.js` does it again with what the server tells.
  Object.assign(globalThis, {dress});
  try {
    dress(JSON.parse(localStorage.getItem('theme') ?? '{}'));
  } catch {
    // Where nothing is kept.
  }
  // A phone that has no worker yet may know nothing: what it will ask for first is on its way while the script is, and
  // `asked.js` takes the answer.
  if (!navigator.serviceWorker?.controller) {
    const signal = /** @type {any} */ (AbortSignal).timeout(20_000);
    const early = fetch('/v1/overview', {headers: {'Babybasics-Page': '1'}, signal});
    early.catch(() => {});
    Object.assign(globalThis, {early});
  } else {
    // What the phone knows is drawn before a sign of loading could be seen.
    const {dataset} = document.documentElement;
    dataset.soon = '';
    setTimeout(() => delete dataset.soon, 400);
  }
  // The database, as it is; null where none is, which is the script's to make.
  try {
    const request = indexedDB.open('babybasics');
    const opening = new Promise((resolve) => {
      request.onupgradeneeded = () => {
        request.transaction?.abort();
        resolve(null);
      };
      request.onerror = () => resolve(undefined);
      request.onsuccess = () => {
        const {result} = request;
        result.onversionchange = () => result.close();
        resolve(result);
      };
    });
    Object.assign(globalThis, {opening});
  } catch {
    // Where nothing is kept.
  }
  // That takes its time when it is used first, and the script will where it has nothing better.
  if (!('Temporal' in globalThis)) new Intl.DateTimeFormat('en-US');
})();
