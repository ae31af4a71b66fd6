// The palette, the colours of kinds, the icons and the mode, on the document itself; style sheets do the rest. What was shown
// last is kept, so that `early.js` can show it before anything else is loaded.

const prefersLight = matchMedia('(prefers-color-scheme: light)');
/** What the colour around the page was taken from. */
let shown = '';

/** @returns {any} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem('theme') ?? '{}');
  } catch {
    return {};
  }
}

/** @param {any} theme */
function keep(theme) {
  try {
    localStorage.setItem('theme', JSON.stringify(theme));
  } catch {
    // Where nothing can be kept, the next start begins with what is usual.
  }
}

// Red light for the night, on this phone alone.
export const isNight = () => kept().night === true;

/** @param {boolean} night */
export const setNight = (night) => keep({...kept(), night});

// Whether the page is light now.
export const isLight = () => {
  const {mode} = document.documentElement.dataset;
  return mode ? mode === 'light' : prefersLight.matches;
};

/** @param {any} theme As the dashboard has it; before that, the one that was kept. */
export function show(theme) {
  const last = kept();
  const {palette, categoryStrategy, iconStyle, mode} = theme ?? last;
  const next = {palette, categoryStrategy, iconStyle, mode, night: last.night};
  if (JSON.stringify(next) !== JSON.stringify(last)) keep(next);
  const now = JSON.stringify(next) + prefersLight.matches;
  if (now === shown) return;
  shown = now;
  /** @type {any} */ (globalThis).dress(next);
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--bb-background');
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', colour.trim());
}

/** @param {() => void} change Called when the phone goes over from light to dark or back. */
export const follow = (change) => prefersLight.addEventListener('change', change);
