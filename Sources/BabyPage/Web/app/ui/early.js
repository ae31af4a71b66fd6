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
  /** @type {Record<string, Promise<Response>>} */
  const early = {};
  // `theme.js` does it again with what the server tells, and `asked.js` takes the answers.
  Object.assign(globalThis, {dress, early});
  try {
    dress(JSON.parse(localStorage.getItem('theme') ?? '{}'));
  } catch {
    // Where nothing is kept.
  }
  /** @param {string} path */
  const ask = async (path) => {
    const signal = /** @type {any} */ (AbortSignal).timeout(20_000);
    early[path] = fetch(path, {headers: {'Babybasics-Page': '1'}, signal});
    return (await early[path]).clone().json();
  };
  const quiet = () => {};
  // A phone that has no worker yet may know nothing: what it will ask for first is on its way while the script is.
  if (!navigator.serviceWorker?.controller) {
    ask('/v1/me').catch(quiet);
    ask('/v1/children')
        .then((said) => ask(`/v1/children/${said.children[0].id}/dashboard`))
        .catch(quiet);
  } else {
    // What the phone knows is drawn before anybody had seen that it is coming.
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
