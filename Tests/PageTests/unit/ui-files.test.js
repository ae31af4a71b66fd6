// The references between the page's files.

import assert from 'node:assert/strict';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {test} from 'node:test';

const Web = new URL('../../../Sources/BabyServer/Web/', import.meta.url);
const read = (path) => readFileSync(new URL(path, Web), 'utf8');
const folder = (path) => readdirSync(new URL(path, Web)).filter((name) => name.endsWith('.js')).map((name) => read(path + name)).join('\n');
const scripts = folder('app/ui/');
const addresses = (text) => [...text.matchAll(/\/page\/%VERSION%\/([^"' )]+)/g)].map(([, path]) => path);

test('documents and the manifest name existing files', () => {
  for (const name of ['index.html', 'plain.html', 'manifest.webmanifest']) {
    for (const path of addresses(read(name))) assert.ok(existsSync(new URL(path, Web)), `${name}: ${path}`);
  }
});

test('every style sheet is in the served one, and its scripts name existing files', () => {
  const imported = [...read('style/page.css').matchAll(/@import '\.\/([^']+)';/g)].map(([, path]) => path);
  const sheets = readdirSync(new URL('style/', Web), {recursive: true}).filter((name) => name.endsWith('.css'));
  assert.deepEqual(imported.sort(), sheets.filter((name) => name !== 'page.css').sort());
  for (const [, path] of read('app/files.js').matchAll(/new URL\('([^']+)'/g)) assert.ok(existsSync(new URL(path, new URL('app/', Web))), path);
});

test('every icon exists, and none is unused', () => {
  const drawn = new Set([...read('icons/sprite.svg').matchAll(/symbol id="(\w+)"/g)].map(([, id]) => id));
  const kinds = [...read('app/model/generated/tables.js').matchAll(/^  (\w+): \{.*fields:/gm)].map(([, word]) => word);
  const named = new Set([...kinds, ...[...scripts.matchAll(/icon(?:: |\()(?:[^,()]*\? )?'(\w+)'/g)].map(([, id]) => id)]);
  for (const id of named) assert.ok(drawn.has(id), id);
  for (const id of drawn) assert.ok(named.has(id) || new RegExp(`'${id}'`).test(scripts) || ['success', 'warning', 'error'].includes(id), `${id} is not used`);
});

test('every text is used, and every used text exists', async () => {
  const texts = await import(new URL('app/texts.js', Web));
  const used = new Set([...(scripts + read('app/main.js')).matchAll(/\btexts\.(\w+)/g)].map(([, name]) => name));
  assert.deepEqual([...used].filter((name) => !(name in texts)), ['js']);
  for (const [, names] of (folder('app/model/') + folder('app/store/')).matchAll(/import \{([^}]*)\} from '\.\.\/texts\.js'/g)) {
    for (const name of names.split(',')) used.add(name.trim().split(' ')[0]);
  }
  assert.deepEqual(Object.keys(texts).filter((name) => !used.has(name)), []);
});

test('a setting and a field have a title', async () => {
  const texts = await import(new URL('app/texts.js', Web));
  const named = [...scripts.matchAll(/'((?:units|time|theme|reminders|predictions|day|feeding|diaper)\.\w+)'/g)].map(([, key]) => key);
  for (const key of new Set(named)) assert.ok(texts.setting(key) ?? texts.field(...key.split('.')), key);
});

test('the manifest can be installed by phones', () => {
  const manifest = JSON.parse(read('manifest.webmanifest'));
  assert.equal(manifest.display, 'standalone');
  assert.deepEqual(manifest.icons.filter(({type}) => type === 'image/png').map(({sizes}) => sizes), ['192x192', '512x512', '512x512']);
});

test('the outbox, the polls and the event stream take their delays from the model', () => {
  for (const name of ['sender', 'news', 'outbox', 'presses', 'schedule', 'settle']) {
    const code = read(`app/store/${name}.js`).replace(/\/\*.*?\*\//gs, '').replace(/\/\/.*$/gm, '');
    const numbers = [...code.matchAll(/\b\d[\d_]{3,}\b/g)].map(([number]) => number);
    // How long the sender waits after a failure of the database, the longest timer, and the longest event in bytes.
    const own = {sender: ['5_000', '3_600_000'], news: ['1024']};
    assert.deepEqual(numbers, own[name] ?? [], name);
  }
});
