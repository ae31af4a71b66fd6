// Finds out with TypeScript which members and keys of the page's scripts are declared by the page alone: not by the browser,
// not on the wire or in the phone's database (`types.js`), and nowhere where no type says what they are.
//
//   node members.js WEB          says what is wrong with WEB/app/members.txt
//   node members.js WEB --find   prints what might be listed there, and how often it stands in the scripts

const fs = require('fs');
const path = require('path');

const tsc = fs.realpathSync(require('child_process').execFileSync('which', ['tsc'], {encoding: 'utf8'}).trim());
const ts = require(path.join(path.dirname(tsc), '../lib/typescript.js'));

const web = path.resolve(process.argv[2]);
const config = path.resolve(__dirname, '../../../Tests/PageTests/tsconfig.json');
const {fileNames, options} = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, ts.sys.readFile).config, ts.sys, path.dirname(config));
const program = ts.createProgram(fileNames, options);
const checker = program.getTypeChecker();

/** For each name: how often it stands somewhere, and why it is not ours alone. */
const found = new Map();

const isOurs = (file) => file.fileName.startsWith(`${web}/app/`);
const isShared = (file) => /\/(types|merge|records|limits|tables|generated\/texts)\.js$/.test(file.fileName);

/** What the server's own declarations and the tables of cases name. */
const told = new Set();
const root = path.resolve(__dirname, '../../..');
for (const file of [...filesOf(`${root}/Sources/BabyAPI`, '.swift'), ...filesOf(`${root}/Tests/PageTests/cases`, '.json')]) {
  const text = fs.readFileSync(file, 'utf8');
  for (const [, swift, json] of text.matchAll(/\b(?:let|var|case) (\w+)|"(\w+)" *:/g)) told.add(swift ?? json);
}

function filesOf(folder, ending) {
  return fs.readdirSync(folder, {recursive: true}).filter((name) => name.endsWith(ending)).map((name) => path.join(folder, name));
}

/** Why a member with these declarations is not ours alone. */
function reason(symbol) {
  if (!symbol?.declarations?.length) return 'no type says what it is';
  if (told.has(symbol.name ?? symbol.escapedName)) return 'named on the wire, or like something there';
  const other = symbol.declarations.map((each) => each.getSourceFile()).find((file) => !isOurs(file) || isShared(file));
  return other && `declared in ${path.basename(other.fileName)}`;
}

function note(name, symbol, node) {
  // What a module exports is no member where modules are joined.
  if (symbol?.flags & (ts.SymbolFlags.Alias | ts.SymbolFlags.Function | ts.SymbolFlags.Variable)) return;
  const each = found.get(name.text) ?? {count: 0, why: undefined};
  const why = typeof symbol === 'string' ? symbol : reason(symbol);
  const {line} = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart());
  each.count++;
  each.why ??= why && `${why}, at ${path.basename(node.getSourceFile().fileName)}:${line + 1}`;
  found.set(name.text, each);
}

/** The member that an object's key is for somebody who wants an object of some type there. */
function wanted(literal, name) {
  const type = checker.getContextualType(literal);
  if (!type) return undefined;
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.NonPrimitive)) return 'anybody may get it';
  const plain = checker.getNonNullableType(type);
  const parts = plain.isUnion() ? plain.types : [plain];
  const symbols = parts.map((part) => checker.getPropertyOfType(part, name.text)).filter(Boolean);
  const strange = symbols.find(reason);
  if (strange) return strange;
  if (symbols[0]) return symbols[0];
  return parts.some((part) => checker.getIndexInfoOfType(part, ts.IndexKind.String)) ? 'one of any names' : undefined;
}

const types = (node) => {
  const type = checker.getTypeAtLocation(node);
  return type.isUnion() ? type.types : [type];
};

/** None of the members of what this is are ours alone, nor those of its parts. */
function exclude(node, why, place) {
  const left = types(node).map((type) => ({type, depth: 0}));
  while (left.length > 0) {
    const {type, depth} = left.pop();
    if (type.isUnion()) left.push(...type.types.map((each) => ({type: each, depth})));
    if (!(type.flags & ts.TypeFlags.Object)) continue;
    const elements = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
    if (elements) left.push({type: elements, depth});
    if (elements || checker.getSignaturesOfType(type, ts.SignatureKind.Call).length > 0) continue;
    for (const symbol of checker.getPropertiesOfType(type)) {
      note({text: symbol.name}, why, place);
      if (depth < 2) left.push({type: checker.getTypeOfSymbolAtLocation(symbol, place), depth: depth + 1});
    }
  }
}

function look(node) {
  if (ts.isPropertyAccessExpression(node) && node.expression.getText() === 'later') {
    // The table of texts, whose keys the joiner spells in short by themselves.
  } else if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.name)) {
    note(node.name, checker.getSymbolAtLocation(node.name), node);
  } else if (ts.isObjectLiteralElementLike(node) && node.name && ts.isIdentifier(node.name)) {
    const own = checker.getSymbolAtLocation(node.name);
    note(node.name, wanted(node.parent, node.name) ?? (ts.isShorthandPropertyAssignment(node) ? {declarations: [node]} : own), node);
  } else if (ts.isClassElement(node) && node.name && ts.isIdentifier(node.name)) {
    note(node.name, checker.getSymbolAtLocation(node.name), node);
    // What the browser's own class has, too.
    const heritage = node.parent.heritageClauses?.[0]?.types[0];
    const base = heritage && checker.getPropertyOfType(checker.getTypeAtLocation(heritage), node.name.text);
    if (base) note(node.name, base, node);
  } else if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent) && !node.dotDotDotToken) {
    const name = node.propertyName ?? node.name;
    if (ts.isIdentifier(name)) {
      const type = checker.getNonNullableType(checker.getTypeAtLocation(node.parent));
      const parts = type.isUnion() ? type.types : [type];
      const symbols = parts.map((part) => checker.getPropertyOfType(part, name.text));
      note(name, symbols.find((each) => reason(each)) ?? symbols.find(Boolean), node);
    }
  } else if (ts.isElementAccessExpression(node) && !types(node.argumentExpression).every((type) => type.flags & ts.TypeFlags.NumberLike)) {
    exclude(node.expression, 'asked for by a text', node);
  } else if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword) {
    const names = types(node.left);
    if (names.every((type) => type.isStringLiteral())) {
      for (const {value} of names) note({text: value}, 'asked for by a text', node);
    } else {
      exclude(node.right, 'asked for by a text', node);
    }
  } else if (ts.isForInStatement(node)) {
    exclude(node.expression, 'gone through by name', node);
  } else if (ts.isCallExpression(node) && /^Object\.(keys|entries)$/.test(node.expression.getText())) {
    exclude(node.arguments[0], 'gone through by name', node);
  } else if (ts.isCallExpression(node) && /(^setValue|\btx\.put|\.postMessage|^JSON\.stringify)$/.test(node.expression.getText())) {
    for (const each of node.arguments) exclude(each, 'kept or sent', node);
  } else if (ts.isStringLiteralLike(node) && ts.isComputedPropertyName(node.parent)) {
    note(node, 'a text', node);
  }
  ts.forEachChild(node, look);
}

for (const file of program.getSourceFiles()) {
  if (isOurs(file)) look(file);
}
if (process.argv[3] === '--find') {
  const free = [...found].filter(([, {why}]) => !why).sort(([, a], [, b]) => b.count - a.count);
  for (const [name, {count}] of free) console.log(`${name}\t${count}`);
} else {
  const list = fs.readFileSync(`${web}/app/members.txt`, 'utf8').split('\n').filter((line) => line && !line.startsWith('#'));
  const wrong = list.filter((name) => found.get(name)?.why);
  for (const name of wrong) console.error(`app/members.txt: ${name} is not the page's alone: ${found.get(name).why}`);
  process.exitCode = wrong.length ? 1 : 0;
}
