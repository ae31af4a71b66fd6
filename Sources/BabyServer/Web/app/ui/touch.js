// Shows which button the finger is on. The browser's own `:active` comes only once a finger is lifted, and goes at once: two
// frames, just while what was pressed is being kept.

/** As long as it takes to be seen, in milliseconds. */
const glow = 150;

/** @type {Element|null} */
let pressed = null;

/** @param {Element|null} button */
function press(button) {
  const last = pressed;
  pressed = button;
  button?.setAttribute('data-pressed', '');
  if (last) setTimeout(() => last !== pressed && last.removeAttribute('data-pressed'), glow);
}

export function showTouches() {
  addEventListener(
      'pointerdown', ({target}) => press(/** @type {Element} */ (target).closest('button, a')));
  addEventListener('pointerup', () => press(null));
  addEventListener('pointercancel', () => press(null));
}
