// Where the person is, as the address says it behind `#`: a screen, and over it perhaps a sheet, so that the phone's own
// way back closes a sheet. "#/day/2026-11-24!entry/0192…" is that entry's sheet over that day.

import {afterFrame} from './dom.js';

/** @typedef {{path: string, screen: string, about: string, sheet: string, subject: string}} Place */

/** @param {string} hash @returns {Place} */
export function place(hash) {
  const [path, over = ''] = hash.replace(/^#/, '').split('!');
  const [, screen = '', about = ''] = path.split('/');
  const [sheet, subject = ''] = over.split('/');
  return {path: path || '/', screen: screen || 'home', about, sheet, subject};
}

/** The sheet that is about to be left: it takes its time to go back. */
let left = '';

export function here() {
  const {hash} = location;
  if (hash !== left) left = '';
  return place(left ? left.replace(/!.*/, '') : hash);
}

/** How many sheets this page itself has opened and not closed: behind them lies the screen. */
let opened = 0;

/** @param {string} path */
export function go(path) {
  opened = 0;
  location.hash = path;
}

// Another screen in place of this one.
/** @param {string} path */
export function replace(path) {
  opened = 0;
  location.replace('#' + path);
}

// Opens a sheet over the screen, or in place of another one.
/** @param {string} sheet */
export function open(sheet) {
  const {path, sheet: old} = here();
  const hash = '#' + path + '!' + sheet;
  if (!old) opened = 1;
  if (old || left) {
    location.replace(hash);
  } else {
    location.hash = hash;
  }
}

/** How often a sheet was closed: a late step back must not close another one. */
let closed = 0;

export function close() {
  if (!here().sheet) return;
  if (opened) {
    opened = 0;
    left = location.hash;
    const turn = ++closed;
    // The screen is shown without it first: to go back has the browser lay the page out at once.
    afterFrame(() => turn === closed && location.hash === left && history.back());
  } else {
    location.replace('#' + here().path);
  }
}
