// Replaces the page's model in tests of the store.

let count = 0;

/** @returns {import('../../../../Sources/BabyServer/Web/app/store/model.js').Model} */
export const fakeModel = () => ({
  uuid: () => `entry-${String(++count).padStart(6, '0')}`,
  validate: (entry) => (entry.kind ? [] : [{field: 'kind', message: 'is missing'}]),
  completed: (entry) => {
    const rest = Object.fromEntries(Object.entries(entry).filter(([, value]) => value != null));
    return {...rest, running: entry.kind === 'sleep' && !entry.end && !entry.endUnknown};
  },
  project: (dashboard, operations) => {
    const projected = {...dashboard};
    for (const {entry} of operations) {
      if (entry.kind === 'diaper' && !entry.deletedAt) projected.lastDiaper = entry;
      if (entry.kind === 'sleep') projected.runningSleep = entry.running && !entry.deletedAt ? entry : null;
    }
    return projected;
  },
  dayWindow: (day) => ({start: `${day}T00:00:00.000Z`, end: `${day}T23:59:59.999Z`}),
  words: {
    logged: (entry) => `Logged ${entry.kind}`,
    changed: (entry) => `Updated ${entry.kind}`,
    updated: (entry) => `Updated ${entry.kind}`,
    deleted: (entry) => `Deleted ${entry.kind}`,
    undid: (text) => `Undid: ${text}`,
    couldntSync: (entry) => `Couldn't sync ${entry.kind} · Retry`,
    stillCouldntSync: (entry) => `Still couldn't sync ${entry.kind} · Retry`,
    retrying: 'Retrying…',
    saved: 'Saved',
    savedHere: 'Saved here',
    gone: 'It is gone.',
    emptied: 'The phone had forgotten everything.',
    kept: ({entry, reason}, child) => `${reason} ${entry.kind} ${child}`,
    reason: ({kind, message}) => message || kind,
  },
});
