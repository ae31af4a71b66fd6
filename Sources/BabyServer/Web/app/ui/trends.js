// How the days go: pictures of the log over time.

import * as texts from '../texts.js';

import {child} from './context.js';
import {h} from './dom.js';
import {button, choice, emptiness, field, header, options} from './parts.js';
import {isLight} from './theme.js';

/** @typedef {import('./context.js').Context} Context */

const figures = ['day', 'sleep', 'feeds', 'diapers', 'wake', 'growth', 'hours', 'temperature'];
/** In days; 0 for all. */
const periods = [7, 14, 28, 0];
const day = 86_400_000;
/** How far a finger moves at least before it turns to another period, in pixels. */
const leastSwipe = 60;

/** How long a picture is shown as it is while nothing is logged, in milliseconds. */
const lifetime = 300_000;

/** What was chosen last, for as long as the page is open. */
const chosen = {
  figure: 'day',
  days: 7
};

/** @param {Context} context */
export function trends(context) {
  const {page, state, now, draw} = context;
  const {figure, days} = chosen;
  const hasPeriods = figure !== 'growth';
  const earlier = page.earlier ?? 0;
  // It ends with the child's first day.
  const isFirst =
      !hasPeriods || !days || now - (earlier + 1) * days * day < Date.parse(child(context)?.born);
  /** @param {Partial<typeof chosen>} what @param {number} [period] */
  const choose = (what, period = 0) => {
    Object.assign(chosen, what);
    page.earlier = period;
    draw();
  };
  const step = (/** @type {number} */ by) =>
      (by > 0 ? isFirst : !earlier) || choose({}, earlier + by);
  const query = new URLSearchParams({on: isLight() ? 'light' : 'dark', width: '400'});
  if (hasPeriods && days) {
    query.set('days', String(days));
    query.set('earlier', String(earlier));
  } else if (figure === 'day') {
    // As many as there are bands.
    query.set('days', '366');
  } else {
    query.set('whole', 'true');
  }
  ask(context, figure, String(query));
  return h(
      'div.day',
      header(
          texts.trends, null, !isFirst && turn(() => step(1), 'left', texts.earlier),
          earlier > 0 && turn(() => step(-1), 'right', texts.later)),
      h('div.more', field({
          label: texts.figure,
          name: 'figure',
          value: figure,
          input: (figure) => choose({figure}),
          options: options(figures)
        }),
        hasPeriods && choice({
          legend: texts.days,
          name: 'days',
          options: periods.map((value) => ({value, text: value ? String(value) : texts.all})),
          value: days,
          pick: (days) => choose({days}),
          look: 'segments'
        })),
      picture(context, `${state.childId}/${figure}`, step));
}

/** @param {() => void} press @param {string} icon @param {string} label */
const turn = (press, icon, label) => button('', press, {look: 'icon', icon, label, key: icon});

// Asks for the picture, and again for each that is to be another one.
/** @param {Context} context @param {string} figure @param {string} query */
function ask(context, figure, query) {
  const {family, page, now, draw, state: {childId, dashboard, isOnline}} = context;
  const time = Math.floor(now / lifetime);
  const wanted = [childId, figure, query, dashboard?.seq, isOnline, time].join();
  if (page.wanted === wanted) return;
  page.wanted = wanted;
  page.again = () => {
    page.problem = '';
    draw();
    family.charts.load(figure, query)
        .then((picture) => ({picture}), ({message: problem}) => ({problem}))
        .then((answer) => {
          // Another one may be wanted by now.
          if (page.wanted !== wanted) return;
          Object.assign(page, answer);
          draw();
        });
  };
  page.again();
}

/** @param {Context} context @param {string} id @param {(by: number) => void} step */
function picture({page}, id, step) {
  const {picture, problem, again} = page;
  if (problem) return emptiness(texts.noPicture, problem, again);
  // Until another figure comes, none is shown under its name.
  if (picture?.id !== id) return h('p.bone.wide', {key: 'bone', 'aria-busy': true});
  return [
    picture.isLast && h('p.notice', {role: 'status', key: 'last'}, texts.lastPicture),
    h('div.picture', {
      key: id + picture.tag + picture.query,
      mounted: (/** @type {Element} */ node) => show(node, picture.svg),
      onpointerdown: (/** @type {PointerEvent} */ {clientX}) => page.x = clientX,
      onpointerup: (/** @type {PointerEvent} */ {clientX}) => {
        const way = clientX - page.x;
        if (Math.abs(way) >= leastSwipe) step(Math.sign(way));
      },
    })
  ];
}

/** @param {Element} node @param {string} text */
function show(node, text) {
  const {documentElement: svg} = new DOMParser().parseFromString(text, 'image/svg+xml');
  // The title names it; the rest is its description.
  svg.setAttribute('aria-labelledby', 'title');
  svg.setAttribute('aria-describedby', 'desc');
  node.append(svg);
}
