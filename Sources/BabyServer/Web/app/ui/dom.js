// What the screen should show is described by `h`, and `render` changes as little of the document as it takes: what is
// typed, focused or scrolled stays. Texts become text nodes and never markup.

/**
 * An element or, where `tag` is empty, a text. `key` tells it from its siblings.
 * @typedef {{tag: string, text: string, props: Record<string, any>, kids: any[], key: any, node: any}} Shape
 * @typedef {Shape|string|number|boolean|null|undefined|any[]} Kid
 */

const SVG = 'http://www.w3.org/2000/svg';
const drawings = new Set(['svg', 'use', 'path']);
/** What a person changes, so that the element's own value counts and not the last one that was set. */
const live = new Set(['value', 'checked', 'open']);

/**
 * `h('p.quiet', {id: 'x'}, 'Text')`; the properties can be left out. `on…` are listeners, `style` is properties by name, `mounted`
 * is called with the new element and `leaving` with one that is about to be removed.
 * @param {string} what The tag, and classes behind points.
 * @param {Record<string, any>|Kid} [first]
 * @param {...Kid} kids
 * @returns {Shape}
 */
export function h(what, first, ...kids) {
  const hasProps =
      typeof first === 'object' && first && !Array.isArray(first) && !('kids' in first);
  const [tag, ...classes] = what.split('.');
  const props = /** @type {Record<string, any>} */ (hasProps ? {...first} : {});
  if (classes.length) props.class = [...classes, props.class].filter(Boolean).join(' ');
  return {
    tag,
    text: '',
    props,
    kids: flat(hasProps ? kids : [/** @type {Kid} */ (first), ...kids]),
    key: props.key,
    node: null
  };
}

/** @param {Kid[]} kids @returns {Shape[]} */
function flat(kids) {
  /** @type {Shape[]} */
  const shapes = [];
  for (const kid of kids) {
    if (Array.isArray(kid)) {
      shapes.push(...flat(kid));
    } else if (typeof kid === 'object' && kid) {
      shapes.push(kid);
    } else if (kid && kid !== true || kid === 0) {
      shapes.push({tag: '', text: String(kid), props: {}, kids: [], key: undefined, node: null});
    }
  }
  return shapes;
}

/**
 * Does what can wait once the next frame has been drawn.
 * @param {() => void} work
 */
export const afterFrame = (work) =>
    requestAnimationFrame(() => requestAnimationFrame(() => work()));

/** @type {WeakMap<Element, Shape[]>} */
const rendered = new WeakMap();

/** @param {Element} root @param {...Kid} kids */
export function render(root, ...kids) {
  const shapes = flat(kids);
  if (!rendered.has(root)) root.replaceChildren();
  fit(root, rendered.get(root) ?? [], shapes);
  rendered.set(root, shapes);
}

/** @param {Shape} shape @returns {Node} */
function make(shape) {
  const {tag, props} = shape;
  if (!tag) return (shape.node = document.createTextNode(shape.text));
  const node = drawings.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  shape.node = node;
  fit(node, [], shape.kids);
  for (const name in props) set(node, name, props[name], undefined);
  return node;
}

/** @param {any} node @param {string} name @param {any} value @param {any} old */
function set(node, name, value, old) {
  if (live.has(name)) {
    // A date or time that is typed in part has no value yet, and is not written over unless there is a new one.
    const isTyped = value === old && node.validity?.badInput;
    if (node[name] !== value && !isTyped) node[name] = value;
  } else if (value === old || name === 'key' || name === 'mounted' || name === 'leaving') {
    return;
  } else if (name.startsWith('on')) {
    // What a listener answers is not passed on: false would stop what the browser does by itself.
    node[name] = value ? (/** @type {Event} */ event) => void value(event) : null;
  } else if (name === 'style') {
    for (const property in value) node.style.setProperty(property, value[property]);
  } else if (value == null || (value === false && !name.startsWith('aria'))) {
    node.removeAttribute(name);
  } else {
    node.setAttribute(name, value === true && !name.startsWith('aria') ? '' : String(value));
  }
}

/** @param {Shape} old @param {Shape} shape */
function update(old, shape) {
  // It is shown as it was.
  if (old === shape) return;
  const node = (shape.node = old.node);
  if (!shape.tag) {
    if (old.text !== shape.text) node.data = shape.text;
    return;
  }
  fit(node, old.kids, shape.kids);
  for (const name in old.props) {
    if (!(name in shape.props)) set(node, name, undefined, old.props[name]);
  }
  for (const name in shape.props) set(node, name, shape.props[name], old.props[name]);
}

/** @param {Shape} shape */
function leave(shape) {
  shape.kids.forEach(leave);
  shape.props.leaving?.(shape.node);
}

/**
 * Makes the children of an element what they should be.
 * @param {Element} parent @param {Shape[]} olds @param {Shape[]} shapes
 */
function fit(parent, olds, shapes) {
  /** @type {Map<any, Shape[]>} */
  const left = new Map();
  const name = (/** @type {Shape} */ shape) => shape.tag + '\n' + (shape.key ?? '');
  for (const old of olds) {
    const same = left.get(name(old));
    if (same) {
      same.push(old);
    } else {
      left.set(name(old), [old]);
    }
  }
  const news = shapes.map((shape) => left.get(name(shape))?.shift());
  for (const olds of left.values()) {
    for (const old of olds) {
      leave(old);
      old.node.remove();
    }
  }
  let next = parent.firstChild;
  shapes.forEach((shape, index) => {
    const old = news[index];
    if (old) update(old, shape);
    const node = old ? old.node : make(shape);
    if (node === next) {
      next = node.nextSibling;
    } else {
      parent.insertBefore(node, next);
    }
    if (!old) shape.props.mounted?.(node);
  });
}
