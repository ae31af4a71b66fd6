// A family for viewing the page without a server: sample data in the shape of the store's, and an outbox that only says
// that it has saved. It is served in place of the store when screens are drawn, and is not part of the page.

export const now = Date.parse('2026-11-24T03:06:20-08:00');

const minutes = (count) => new Date(now - count * 60_000).toISOString();

let numbers = 0;

/** @param {string} kind @param {number} ago @param {object} [more] */
export const entry = (kind, ago, more = {}) => ({
  id: `0192e5a0-0000-7000-8000-${String(++numbers).padStart(12, '0')}`,
  childId: 'eva',
  kind,
  start: minutes(ago),
  author: 'Anna',
  createdAt: minutes(ago),
  updatedAt: minutes(ago),
  sync: null,
  problem: null,
  ...more,
});

export function sample() {
  numbers = 0;
  const feed = entry('feeding', 85, {method: 'breast', startedSide: 'left', breasts: 'one', end: minutes(70)});
  const bottle = entry('feeding', 250, {method: 'bottle', amount: 120, unit: 'ml', author: 'Omar', sync: 'saved-here'});
  const diaper = entry('diaper', 45, {type: 'both'});
  const sleep = entry('sleep', 210, {end: minutes(90)});
  const note = entry('note', 400, {category: 'milestone', note: 'Smiled at the lamp for the first time, twice'});
  const temperature = entry('temperature', 130, {value: 37.5, unit: 'celsius', place: 'ear'});
  const medicine = entry('medicine', 150, {name: 'Tylenol', dose: 2.5, unit: 'ml', sync: 'failed', problem: 'No connection'});
  const tummy = entry('tummy', 600, {end: minutes(595)});
  return {
    stage: 'signed-in',
    reason: null,
    user: {id: 'anna', name: 'Anna', email: 'anna@example.org'},
    isOnline: true,
    isStale: false,
    offset: 0,
    storage: {isPersistent: true},
    children: [
      {id: 'eva', name: 'Eva', zone: 'America/Los_Angeles', born: '2026-09-01', role: 'owner', feedingStyle: 'both'},
      {id: 'ben', name: 'Benjamin', zone: 'America/Los_Angeles', born: '2024-02-01', role: 'owner'},
    ],
    childId: 'eva',
    role: 'owner',
    dashboard: {
      child: {id: 'eva', name: 'Eva'},
      zone: 'America/Los_Angeles',
      units: 'ml',
      timeFormat: '12h',
      theme: {palette: 'warm-nightlight', categoryStrategy: 'desaturated-jewel', iconStyle: 'filled', mode: 'dark'},
      day: {date: '2026-11-24', start: '2026-11-24T08:00:00.000Z', end: '2026-11-25T08:00:00.000Z'},
      lastFeeding: feed,
      lastDiaper: diaper,
      lastSleep: sleep,
      lastTummyTime: tummy,
      lastNote: note,
      runningFeeding: null,
      runningSleep: null,
      runningTummyTime: null,
      suggestedSide: 'right',
      nextFeedingDue: minutes(-95),
      medicines: [{name: 'Tylenol', last: minutes(150), next: minutes(-210)}],
      recentKinds: ['temperature', 'medicine', 'weight'],
      quick: {amount: 120, unit: 'ml', diaperType: 'wet', tummySeconds: 420},
      today: {
        feedings: 6, feedingMl: 240, feedingSeconds: 5400, leftSeconds: 0, rightSeconds: 0, breastFeedings: 4, bottles: 2, pumpings: 0,
        pumpingMl: 0, diapers: 5, wetDiapers: 4, dirtyDiapers: 2, sleeps: 3, sleepSeconds: 33120, tummyTimes: 1, tummySeconds: 300, notes: 1,
      },
      seq: 17,
    },
    entries: new Map([
      ['2026-11-24', [diaper, feed, temperature, medicine, sleep, bottle]],
      ['2026-11-23', [note, tummy]],
    ]),
    lately: [temperature, medicine],
    reminders: [{id: 'r1', kind: 'medicine', text: 'Tylenol may be given again', due: minutes(5), toldAt: minutes(5)}],
    predictions: [{
      kind: 'nap',
      at: minutes(-14),
      interval50: {from: minutes(5), to: minutes(-40)},
      confidence: 0.7,
      explanation: 'Awake since 1:36 AM. At 12 weeks, 1h 10m to 1h 44m awake is usual. About 7 in 10 such predictions are within 30 minutes.',
    }],
    gaps: [],
    settings: {'feeding.interval': '3h'},
    members: [
      {user: {id: 'anna', name: 'Anna', email: ''}, role: 'owner', since: minutes(9999)},
      {user: {id: 'omar', name: 'Omar', email: ''}, role: 'caregiver', since: minutes(9999)},
      {user: {id: 'gran', name: 'Grandmother Wilhelmina', email: ''}, role: 'viewer', since: minutes(999)},
    ],
    shares: [{id: 's1', childId: 'eva', role: 'caregiver', createdAt: minutes(60), expiresAt: minutes(-2820)}],
    outbox: {waiting: 1, failed: 1, other: 0},
    banner: null,
  };
}

/** The methods of each part, which are only recorded here. */
const parts = {
  screen: [],
  logbook: ['undo', 'retry', 'discard', 'applyKept', 'dismissKept'],
  timeline: ['loadDay'],
  charts: ['load'],
  sessions: ['signIn', 'register', 'reset', 'signOut', 'end'],
  children: ['select', 'add', 'acceptShare', 'update'],
  people: ['loadMembers', 'revokeShare', 'removeMember', 'setRole'],
  settings: ['set'],
  sentences: [],
  notifications: ['subscribe', 'unsubscribe'],
};

/** A family that stores nothing. */
export class SampleFamily {
  state = sample();
  /** What was asked of it. @type {any[][]} */
  calls = [];

  now = () => now;

  constructor() {
    const record = (name) => async (...given) => {
      this.calls.push([name, ...given]);
    };
    for (const [part, names] of Object.entries(parts)) {
      this[part] = Object.fromEntries(names.map((name) => [name, record(name)]));
    }
    this.refresh = record('refresh');
    this.screen = Object.assign(new EventTarget(), {dismissBanner: () => this.change({banner: null})});
    Object.assign(this.logbook, {
      log: (draft) => this.#log(draft),
      edit: async (id, changes) => {
        this.calls.push(['edit', id, changes]);
        this.say('Updated', id);
      },
      remove: async (id) => {
        this.calls.push(['remove', id]);
        this.say('Deleted', null);
      },
    });
    this.timeline.search = async () => this.state.entries.get('2026-11-24').slice(0, 3);
    this.people.createShare = async (role) => {
      const size = 25;
      const rows = Array.from({length: size}, (_, y) => Array.from({length: size}, (_, x) => ((x * 7 + y * 13 + x * y) % 3 ? '0' : '1')).join(''));
      return {share: {role, expiresAt: minutes(-2880)}, code: 'K7QM2-XNPAZ', qr: {size, rows}};
    };
    this.sessions.list = async () => {
      const session = (id, name, ago) => ({id, name, createdAt: minutes(9999), usedAt: minutes(ago), expiresAt: minutes(-9999)});
      return {sessions: [session('1', 'Chrome on Android', 1), session('2', 'living-room · babybasicsd', 400)], current: '1'};
    };
    this.notifications.state = async () =>
        ({isPossible: true, isSubscribed: true, permission: 'granted', subscription: {reminders: true, timers: false, others: false, names: false}});
  }

  /** @param {object} changes */
  change(changes) {
    this.state = {...this.state, ...changes};
    this.screen.dispatchEvent(new Event('change'));
  }

  /** @param {string} text @param {string|null} entryId */
  say(text, entryId) {
    this.change({banner: {severity: 'success', text, action: 'edit-undo', entryId, until: now + 10_000, more: 0}});
  }

  async #log(draft) {
    this.calls.push(['log', draft]);
    const made = {...entry(draft.kind, 0), ...draft, sync: 'saved-here'};
    const day = this.state.dashboard.day.date;
    const entries = new Map(this.state.entries);
    entries.set(day, [made, ...(entries.get(day) ?? [])]);
    this.change({entries});
    this.say(`Logged ${draft.kind}`, made.id);
    return made;
  }
}

export const openFamily = async () => (/** @type {any} */ (globalThis).family = new SampleFamily());
