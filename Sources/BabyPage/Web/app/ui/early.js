// Runs before anything is shown, so that nothing flashes: the colours that were shown last.
(() => {
  /** @type {any} */
  let theme = {};
  try {
    theme = JSON.parse(localStorage.getItem('theme') ?? '{}');
  } catch {
    // Those that the document begins with.
  }
  const {dataset} = document.documentElement;
  if (theme.palette) dataset.palette = theme.palette;
  if (theme.categoryStrategy) dataset.strategy = theme.categoryStrategy;
  if (theme.iconStyle) dataset.icons = theme.iconStyle;
  if (theme.night) {
    dataset.mode = 'night';
  } else if (theme.mode && theme.mode !== 'auto') {
    dataset.mode = theme.mode;
  }
})();
