// What is running, with the buttons that end it. They are easy to find at 3 AM.

import * as drafts from '../model/drafts.js';
import * as words from '../model/words.js';
import * as texts from '../texts.js';

import {clockFormat, mayLog, perform, zone} from './context.js';
import {h} from './dom.js';
import {badge, button, problem} from './parts.js';

/** @typedef {import('./context.js').Context} Context */

/** @param {any} dashboard @returns {any[]} */
export const runningEntries = ({
  runningFeeding,
  runningSleep,
  runningTummyTime,
  runningActivities
}) => [runningFeeding, runningSleep, runningTummyTime, ...(runningActivities ?? [])]
          .filter(Boolean);

/** @param {Context} context */
export const running = (context) => {
  const entries = runningEntries(context.state.dashboard);
  return entries.length > 0 &&
      h('section.running', {'aria-label': texts.runningNow, key: 'running'},
        entries.map((entry) => timer(context, entry)), problem(context.page));
};

/** @param {Context} context @param {any} entry */
function timer(context, entry) {
  const {family, now, page} = context;
  const {kind, start, timedSide: side, pausedSince: isPaused} = entry;
  const other = side === 'left' ? 'right' : 'left';
  const change = (/** @type {(entry: any, now: number) => any} */ make) => () =>
      perform(context, page, () => family.logbook.edit(entry.id, make(entry, family.now())));
  return h(
      'div.timer', {key: entry.id},
      h('div.head', badge(kind, true),
        h('p.grow', h('b.since', words.running(entry, now)),
          h('small',
            texts.sinceClock(
                words.clock(Date.parse(start), zone(context), clockFormat(context)))))),
      mayLog(context) &&
          h('div.buttons',
            side &&
                [
                  button(
                      words.sideTitle(other), change(drafts.switchSides),
                      {icon: 'switch', label: words.switchSides(other), key: 'switch'}),
                  button(
                      isPaused ? texts.resume : texts.pause,
                      change(isPaused ? drafts.resume : drafts.pause), {
                        icon: isPaused ? 'play' : 'pause',
                        key: 'pause',
                      }),
                ],
            button(kind === 'sleep' ? texts.wakeUp : texts.stop, change(drafts.stop), {
              look: 'primary',
              label: texts.stopThis(words.running(entry, now)),
              key: 'stop',
            })));
}
