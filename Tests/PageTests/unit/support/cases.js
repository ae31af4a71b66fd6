// The tables of cases that the model has generated, and the checks that run them.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';

import {completed} from './completed.js';

/** @param {string} name */
export const table = (name) =>
    JSON.parse(readFileSync(new URL(`../../cases/${name}.json`, import.meta.url), 'utf8'));

/** The full form of a case's abbreviated entry. */
export const whole = (entry, {childId, zone}) =>
    completed({...entry, childId, updatedAt: entry.updatedAt ?? entry.createdAt}, zone);

/** Without null and undefined, which the wire leaves out. */
export const present = (object) =>
    Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined));

/**
 * Runs all cases, and reports the first few that fail.
 * @param {any[]} cases
 * @param {(one: any) => void} check
 */
export function each(cases, check) {
  assert.ok(cases.length > 0);
  const failures = [];
  for (const one of cases) {
    try {
      check(one);
    } catch (error) {
      failures.push(`${JSON.stringify(one).slice(0, 1500)}\n${error.stack?.slice(0, 3000) ?? error}`);
    }
  }
  assert.equal(failures.length, 0, `${failures.length} of ${cases.length}:\n${failures.slice(0, Number(process.env.SHOWN ?? 3)).join('\n\n')}`);
}
