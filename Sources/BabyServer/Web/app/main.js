// Opens the family and shows it: again after each change, after each action, and as time passes.

import {openFamily} from './store/family.js';
import * as texts from './texts.js';
import {app} from './ui/app.js';
import {focusWrong} from './ui/context.js';
import {afterFrame, render} from './ui/dom.js';
import {drawPictures} from './ui/parts.js';
import {showChildOfAddress, watchOffer} from './ui/phone.js';
import {close, here} from './ui/router.js';
import {runningEntries} from './ui/running.js';
import {cover} from './ui/sheet.js';
import {follow, show} from './ui/theme.js';
import {showTouches} from './ui/touch.js';

/** @typedef {import('./ui/context.js').Context} Context */

const root = document.body;
/** @type {import('./store/family.js').Family|null} */
let family = null;
let isAsked = false;
let isReady = false;
/** @type {Context['form']} */
let form = {};
/** @type {Context['form']} */
let page = {};
let shown = here();
/** @type {ReturnType<typeof setTimeout>|undefined} */
let clock;

/** Draws once, whatever has changed meanwhile, and before the next frame: in one it would be late for it. */
function draw() {
  if (isAsked) return;
  isAsked = true;
  turn.port2.postMessage(null);
}

const turn = new MessageChannel();
turn.port1.onmessage = () => {
  isAsked = false;
  paint();
};

function paint() {
  // The document itself shows that something is coming, until it is known what.
  if (!family) return;
  const {state} = family;
  if (!isReady) {
    isReady = state.isRecognised &&
        (state.stage === 'signed-out' || state.areChildrenKnown || !state.isOnline);
    if (!isReady) return;
    // Words first: the pictures are one file, which would be read before the first frame.
    afterFrame(() => {
      drawPictures();
      draw();
    });
  }
  showChildOfAddress(family);
  const place = here();
  const isOther = place.sheet !== shown.sheet || place.subject !== shown.subject;
  const isElsewhere = place.path !== shown.path;
  if (isOther || isElsewhere) form = {};
  if (isElsewhere) page = {};
  shown = place;
  show(state.dashboard?.theme);
  const isBrief = isOther && !isElsewhere;
  const context = {family, state, now: family.now(), place, form, page, isBrief, draw};
  render(root, app(context));
  [form, page].forEach(focusWrong);
  if (isBrief) {
    // Now, as the next frame may be some time away.
    void root.offsetHeight;
    afterFrame(draw);
  }
  if (isElsewhere) arrive();
  wait(context);
}

/** On another screen: at its top, and the title is read out, unless there is something to type at once. */
function arrive() {
  // What is out of reach takes no focus.
  cover();
  scrollTo(0, 0);
  const title = root.querySelector('h1');
  /** @type {HTMLElement|null} */
  const first = root.querySelector('main [autofocus]') ?? title;
  first?.focus({preventScroll: true});
  document.title = title?.textContent ? `${title.textContent} · ${texts.name}` : texts.name;
}

// Until something on the screen has moved on: a second while seconds are shown, else a while.
/** @param {Context} context */
function wait({state, now}) {
  clearTimeout(clock);
  if (document.hidden) return;
  const isYoung = state.dashboard &&
      runningEntries(state.dashboard)
          .some((entry) => now - Date.parse(entry.timedSince ?? entry.start) < 60_000);
  clock = setTimeout(draw, isYoung ? 1000 : 10_000);
}

addEventListener('hashchange', draw);
addEventListener('keydown', ({key}) => key === 'Escape' && close());
document.addEventListener('visibilitychange', draw);
follow(draw);
watchOffer(draw);
showTouches();
show(null);
family = await openFamily();
family.screen.addEventListener('change', draw);
draw();
