import assert from 'node:assert/strict';
import {test} from 'node:test';

import {Shell} from '../../../Sources/BabyServer/Web/app/store/shell.js';

/** A browser, as far as the shell asks it. */
function browser(controller) {
  const workers = Object.assign(new EventTarget(), {controller, register: async () => registration});
  const registration = Object.assign(new EventTarget(), {waiting: null, installing: null});
  const browser = {workers, registration, reloads: 0, busy: null};
  const put = (name, value) => Object.defineProperty(globalThis, name, {value, configurable: true});
  put('navigator', {serviceWorker: workers});
  put('document', {querySelector: () => browser.busy});
  browser.location = {hash: '#/', reload: () => browser.reloads++};
  put('location', browser.location);
  return browser;
}

const quiet = {updateIsReady() {}, wake() {}, open() {}};

test('a version that takes over while the page is opening its data is not missed', () => {
  const phone = browser({});
  new Shell();
  phone.workers.dispatchEvent(new Event('controllerchange'));
  assert.equal(phone.reloads, 1);
});

test('a new version is loaded at once, or when typing has ended', async () => {
  const phone = browser({});
  const shell = new Shell();
  await shell.begin(quiet);
  phone.busy = {};
  phone.workers.dispatchEvent(new Event('controllerchange'));
  shell.look(false);
  assert.equal(phone.reloads, 0);
  phone.busy = null;
  shell.look(false);
  assert.equal(phone.reloads, 1);
});

test('a new version waits until a sheet is closed, in the address too', async () => {
  const phone = browser({});
  const shell = new Shell();
  await shell.begin(quiet);
  phone.location.hash = '#/!log/note';
  phone.workers.dispatchEvent(new Event('controllerchange'));
  shell.look(false);
  assert.equal(phone.reloads, 0);
  phone.location.hash = '#/';
  shell.look(false);
  assert.equal(phone.reloads, 1);
});

test('the first worker brings nothing new', () => {
  const phone = browser(null);
  new Shell();
  phone.workers.dispatchEvent(new Event('controllerchange'));
  assert.equal(phone.reloads, 0);
});

test('plain http has no worker', async () => {
  browser(null);
  Object.defineProperty(globalThis, 'navigator', {value: {}, configurable: true});
  assert.equal(await new Shell().begin(quiet), undefined);
});
