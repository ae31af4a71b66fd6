// Pictures of the log: from the server, and the last of each figure without it.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {FakeClock} from './support/clock.js';
import {Phone} from './support/phone.js';
import {FakeServer} from './support/server.js';

async function home() {
  const clock = new FakeClock();
  const server = new FakeServer(clock);
  server.addUser('Anna');
  for (const child of ['eva', 'tom']) server.addChild(child, {Anna: 'owner'});
  const phone = new Phone(server, clock);
  const family = await phone.open();
  await family.sessions.signIn({email: 'Anna@example.org', password: 'password'});
  family.look(true);
  await clock.pass(100);
  const isOffline = (is) => {
    server.fault = is ? () => 'lost-request' : () => null;
  };
  return {clock, server, phone, family, isOffline};
}

const asked = (server) => server.requests.filter(({path}) => path.includes('/charts/'));

test('a picture comes from the server, and is not sent again while it is the same', async () => {
  const {clock, server, family} = await home();
  server.pictures.sleep = '<svg>one</svg>';
  assert.equal((await family.charts.load('sleep', 'days=7')).svg, '<svg>one</svg>');
  await clock.pass(100);
  assert.equal((await family.charts.load('sleep', 'days=7')).svg, '<svg>one</svg>');
  server.pictures.sleep = '<svg>two</svg>';
  assert.equal((await family.charts.load('sleep', 'days=7')).svg, '<svg>two</svg>');
  await clock.pass(100);
  await family.charts.load('sleep', 'days=14');
  const [first, ...later] = asked(server);
  assert.deepEqual([first.path, String(first.query)], ['/v1/children/eva/charts/sleep.svg', 'days=7']);
  const tags = [first, ...later].map(({headers}) => headers['If-None-Match']);
  assert.deepEqual(tags, [undefined, '"<svg>one</svg>"', '"<svg>one</svg>"', undefined]);
});

test('without a connection the last picture of the figure is shown, also to a page that is opened then', async () => {
  const {clock, server, phone, family, isOffline} = await home();
  server.pictures.sleep = '<svg>sleep</svg>';
  await family.charts.load('sleep', 'days=7');
  await clock.pass(100);
  isOffline(true);
  for (const page of [family, await phone.open()]) {
    const {svg, isLast} = await page.charts.load('sleep', 'days=14');
    assert.deepEqual([svg, isLast], ['<svg>sleep</svg>', true]);
    await assert.rejects(page.charts.load('feeds', 'days=7'), ({message}) => message.length > 0);
  }
});

test('a picture is not an entry, and is of one child and one person', async () => {
  const {clock, server, family, isOffline} = await home();
  server.pictures.sleep = '<svg>wet</svg>';
  await family.charts.load('sleep', 'days=7');
  await clock.pass(100);
  isOffline(true);
  assert.deepEqual(await family.timeline.search('wet'), []);
  assert.deepEqual(family.state.lately, []);
  await family.children.select('tom');
  await assert.rejects(family.charts.load('sleep', 'days=7'));
  await family.children.select('eva');
  assert.ok((await family.charts.load('sleep', 'days=7')).isLast);
  await family.sessions.signOut();
  isOffline(false);
  await family.sessions.signIn({email: 'Anna@example.org', password: 'password'});
  await clock.pass(100);
  isOffline(true);
  await assert.rejects(family.charts.load('sleep', 'days=7'));
});
