// An entry as in the server's answers, completed from a case.

import {endOf, isRunning, startOf} from '../../../../Sources/BabyServer/Web/app/model/entries.js';
import {kinds} from '../../../../Sources/BabyServer/Web/app/model/generated/tables.js';
import {unitOf} from '../../../../Sources/BabyServer/Web/app/model/rules.js';
import {text} from '../../../../Sources/BabyServer/Web/app/model/time.js';

/** The server's name for a number in its base unit, which the page does not use. */
const bases = {
  feeding: 'amountMl',
  weight: 'valueKg',
  length: 'valueCm',
  head: 'valueCm',
  temperature: 'valueCelsius',
  milkStore: 'amountMl'
};

/** An entry with the members that the server adds. */
export function completed(entry, zone) {
  const end = endOf(entry);
  const base = bases[entry.kind];
  const said = {
    ...entry,
    startLocal: text(startOf(entry), zone),
    endLocal: end === null ? null : text(end, zone),
    running: isRunning(entry) || null,
    endUnknown: entry.endUnknown || null,
  };
  if (base) delete said[base];
  const whole =
      Object.fromEntries(Object.entries(said).filter(([, value]) => value != null && value !== ''));
  for (const field of kinds[entry.kind]?.fields ?? []) {
    const {name, unitName, standard} = field;
    if (standard) whole[name] ??= standard;
    if (!unitName) continue;
    if (whole[name] == null) {
      delete whole[unitName];
      continue;
    }
    const {word, factor = 1, offset = 0} = unitOf(field, whole);
    whole[unitName] = word;
    if (base) whole[base] = whole[name] * factor + offset;
  }
  return whole;
}
