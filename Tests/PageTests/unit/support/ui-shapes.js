// What screens describe, to be looked at without a browser.

/** All shapes below some, as the page has them from top to bottom. */
export const all = (shapes) => shapes.flatMap((shape) => [shape, ...all(shape.kids)]);

export const text = (shape) => shape.text + shape.kids.map(text).join('');

/** Whether a shape is a button of a name. */
export const isButton = (name) => ({tag, props, ...shape}) => tag === 'button' && (props['aria-label'] ?? text(shape)) === name;

/** Once what was pressed has been done. */
export const settled = () => new Promise((done) => setTimeout(done));
