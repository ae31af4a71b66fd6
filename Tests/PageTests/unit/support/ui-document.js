// As much of a browser as the page's screens need, so that tests can inspect them without one.

class Place {
  childNodes = [];
  parentNode = null;

  get firstChild() {
    return this.childNodes[0] ?? null;
  }

  get nextSibling() {
    const {childNodes} = this.parentNode;
    return childNodes[childNodes.indexOf(this) + 1] ?? null;
  }

  insertBefore(node, next) {
    node.remove();
    const {childNodes} = this;
    childNodes.splice(next ? childNodes.indexOf(next) : childNodes.length, 0, node);
    node.parentNode = this;
    Place.moves.push(node);
  }

  remove() {
    if (!this.parentNode) return;
    const {childNodes} = this.parentNode;
    childNodes.splice(childNodes.indexOf(this), 1);
    this.parentNode = null;
  }

  replaceChildren() {
    for (const child of [...this.childNodes]) child.remove();
  }

  get textContent() {
    return this.data ?? this.childNodes.map((child) => child.textContent).join('');
  }
}
/** The nodes that were inserted or moved since this was emptied. */
Place.moves = [];

export class FakeElement extends Place {
  attributes = {};
  properties = {};
  style = {setProperty: (name, value) => (this.properties[name] = value)};

  constructor(tag, namespace) {
    super();
    Object.assign(this, {tag, namespace});
  }

  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  removeAttribute(name) {
    delete this.attributes[name];
  }
}

export const {moves} = Place;

Object.assign(globalThis, {
  document: {
    createElement: (tag) => new FakeElement(tag),
    createElementNS: (namespace, tag) => new FakeElement(tag, namespace),
    createTextNode: (data) => Object.assign(new Place(), {data}),
    documentElement: {dataset: {}},
    querySelector: () => null,
  },
  location: {hash: '', replace(hash) {
    this.hash = hash;
  }},
  matchMedia: () => ({matches: false, addEventListener() {}}),
  requestAnimationFrame: () => {},
});
Object.defineProperty(globalThis, 'navigator', {value: {userAgent: '', platform: '', vibrate() {}}, configurable: true, writable: true});
Object.defineProperty(globalThis, 'isSecureContext', {value: true, configurable: true, writable: true});
