// The screens' output, for inspection without a browser.

/** All descendants of some shapes, from top to bottom. */
export const all = (shapes) => shapes.flatMap((shape) => [shape, ...all(shape.kids)]);

export const text = (shape) => shape.text + shape.kids.map(text).join('');

/** Whether a shape is a button with a name. */
export const isButton = (name) => ({tag, props, ...shape}) => tag === 'button' && (props['aria-label'] ?? text(shape)) === name;

/** Waits until the press has been handled. */
export const settled = () => new Promise((done) => setTimeout(done));
