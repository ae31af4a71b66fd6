// Files of the page that its scripts name. This stands beside `main.js`, with which all modules are served as one: what is
// said here of where a file is holds there, too.

export const sprite = new URL('../icons/sprite.svg', import.meta.url).pathname;
