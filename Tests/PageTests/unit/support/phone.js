// A phone with the page on it: its disk outlives the pages, each of which is a tab.

import {Api} from '../../../../Sources/BabyServer/Web/app/store/api.js';
import {Database} from '../../../../Sources/BabyServer/Web/app/store/database.js';
import {Family} from '../../../../Sources/BabyServer/Web/app/store/family.js';

import {settled} from './clock.js';
import {Factory} from './indexeddb.js';
import {fakeModel} from './model.js';

/** Web Locks: one after another, and free again when the tab that has it dies. */
export class FakeLocks {
  #tail = Promise.resolve();

  /** @param {Promise<void>} death of who asks */
  request(death, body) {
    const turn = this.#tail.then(() => Promise.race([body(), death]));
    this.#tail = turn.then(() => {}, () => {});
    return turn;
  }
}

export class Phone {
  disk = new Map();
  locks = new FakeLocks();
  tabs = [];
  count = 0;

  constructor(server, clock, name = 'phone') {
    Object.assign(this, {server, clock, name});
  }

  /** @returns {Promise<Family & {factory: Factory, kill(): void}>} */
  async open(parts = {}) {
    const {clock, server, locks} = this;
    const factory = new Factory(this.disk);
    const database = new Database(factory);
    const tab = {isDead: false};
    const death = new Promise((resolve) => {
      tab.die = () => {
        tab.isDead = true;
        factory.onCommit = () => {
          throw new Error('dead');
        };
        this.tabs = this.tabs.filter((other) => other !== tab);
        resolve();
      };
    });
    const api = new Api({
      clock,
      fetch: async (...question) => {
        if (tab.isDead) await new Promise(() => {});
        const answer = await server.fetch(...question);
        if (tab.isDead) await new Promise(() => {});
        return answer;
      },
    });
    const channel = {
      postMessage: () => this.tabs.filter((other) => other !== tab).forEach((other) => other.family?.changedElsewhere())
    };
    const family = await Family.open({
      database,
      api,
      clock: {
        now: clock.now,
        setTimer: (body, wait) => clock.setTimer(() => tab.isDead || body(), wait),
        clearTimer: clock.clearTimer
      },
      lock: {exclusively: (body) => locks.request(death, body)},
      push: {forget: async () => {}},
      jitter: () => 0,
      key: () => `${this.name}-${++this.count}`,
      model: fakeModel(),
      channel,
      storage: null,
      ...parts,
    });
    await settled();
    Object.assign(tab, {family, factory});
    family.factory = factory;
    family.kill = tab.die;
    this.tabs.push(tab);
    return family;
  }
}
