// What is checked of whatever is on the screen, beside axe's rules. Evaluated in the page; answers lists of findings.
(() => {
  const brush = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
  /** Any colour that CSS knows, as what the screen is sent. */
  const parse = (text) => {
    const plain = text.match(/^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/);
    if (plain)
      return {
        r: Number(plain[1]),
        g: Number(plain[2]),
        b: Number(plain[3]),
        a: Number(plain[4] ?? 1)
      };
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = text;
    brush.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = brush.getImageData(0, 0, 1, 1).data;
    return {r, g, b, a: a / 255};
  };
  const over = (top, below) => ({
    r: top.r * top.a + below.r * (1 - top.a),
    g: top.g * top.a + below.g * (1 - top.a),
    b: top.b * top.a + below.b * (1 - top.a),
    a: 1,
  });
  const luminance = ({r, g, b}) => {
    const linear = (value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  };
  const contrast = (one, other) => {
    const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };

  const name = (element) => {
    const words = (element.getAttribute('aria-label') ?? element.textContent ?? '')
                      .trim()
                      .replace(/\s+/g, ' ')
                      .slice(0, 40);
    const kind = element.id ?
        '#' + element.id :
        element.className ?
        '.' + String(element.className.baseVal ?? element.className).trim().replace(/\s+/g, '.') :
        '';
    return `${element.tagName.toLowerCase()}${kind} "${words}"`;
  };

  /** Ancestors, the nearest first, through slots and shadow roots. */
  const chain = (element) => {
    const found = [];
    for (let one = element; one; one = one.parentElement ?? one.getRootNode().host) found.push(one);
    return found;
  };

  const isVisible = (element) => {
    if (!element.checkVisibility({checkOpacity: true, checkVisibilityCSS: true})) return false;
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(element).clipPath !== 'inset(50%)';
  };

  /** Whether it is visible there, or once it is scrolled there: not under something else. */
  const isOnTop = (element, box) => {
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight)
      return !document.querySelector('dialog[open]');
    const hit = document.elementFromPoint(x, y);
    return !!hit && (element.contains(hit) || hit.contains(element));
  };

  const background = (element) => {
    let layers = [];
    for (const one of chain(element)) {
      const style = getComputedStyle(one);
      if (style.backgroundImage !== 'none' && style.backgroundImage.includes('gradient'))
        layers.push(null);
      const colour = parse(style.backgroundColor);
      if (colour.a > 0) layers.push(colour);
      if (colour.a === 1) break;
    }
    const scheme = getComputedStyle(document.documentElement).colorScheme;
    let result = scheme.includes('dark') && matchMedia('(prefers-color-scheme: dark)').matches ?
        {r: 18, g: 18, b: 18, a: 1} :
        {r: 255, g: 255, b: 255, a: 1};
    for (const layer of layers.reverse())
      if (layer) result = over(layer, result);
    return result;
  };

  const opacity = (element) =>
      chain(element).reduce((sum, one) => sum * Number(getComputedStyle(one).opacity), 1);

  const texts = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const element = node.parentElement;
      if (!node.textContent.trim() || !element ||
          ['SCRIPT', 'STYLE', 'TEMPLATE'].includes(element.tagName))
        continue;
      if (!isVisible(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (box.width > 1 && box.height > 1) found.push({node, element, box});
    }
    return found;
  };

  const CONTROLS =
      'button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=radio], [role=switch], [role=checkbox], [role=menuitem], [role=option], [tabindex="0"]';
  const controls = () => [...document.querySelectorAll(CONTROLS)].filter(
      (one) => isVisible(one) && !one.closest('[inert]') && one.type !== 'hidden');

  /** 4.5:1, and 3:1 for text of 24 px, or 18.66 px and bold. */
  const contrasts = () => {
    const found = [];
    for (const {node, element, box} of texts()) {
      if (element.closest(':disabled, [aria-disabled=true]') || !isOnTop(element, box)) continue;
      const style = getComputedStyle(element);
      const below = background(element);
      const colour = parse(style.color);
      colour.a *= opacity(element);
      const ratio = contrast(over(colour, below), below);
      const size = parseFloat(style.fontSize);
      const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
      if (ratio < least - 0.005)
        found.push(`${ratio.toFixed(2)}:1 instead of ${least}:1: "${
            node.textContent.trim().slice(0, 40)}" in ${name(element)}, ${style.color} on rgb(${
            Math.round(below.r)}, ${Math.round(below.g)}, ${Math.round(below.b)})`);
    }
    return found;
  };

  /** At least 44 by 44 px, or its label is. */
  const targets = () => {
    const found = [];
    for (const control of controls()) {
      const boxes = [control, ...(control.labels ?? [])].map((one) => one.getBoundingClientRect());
      const isLarge = boxes.some((box) => box.width >= 43.9 && box.height >= 43.9);
      if (!isLarge && isVisible(control)) {
        const box = boxes[0];
        found.push(`${Math.round(box.width)}×${Math.round(box.height)} px: ${name(control)}`);
      }
    }
    return found;
  };

  /** Nothing is wider than the screen, and no text is cut off or leaves what holds it. */
  const widths = () => {
    const found = [];
    const root = document.scrollingElement;
    // Not innerWidth: a phone zooms out until everything fits.
    const width = document.documentElement.clientWidth;
    if (root.scrollWidth > width + 1)
      found.push(`the page is ${root.scrollWidth} px wide on a screen of ${width}`);
    for (const {element, box, node} of texts()) {
      const scrolls = chain(element).some(
          (one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowX) &&
              one.scrollWidth > one.clientWidth);
      if ((box.right > width + 1 || box.left < -1) && !scrolls)
        found.push(`"${node.textContent.trim().slice(0, 40)}" reaches from ${
            Math.round(box.left)} to ${Math.round(box.right)}`);
      const style = getComputedStyle(element);
      if (['hidden', 'clip'].includes(style.overflowX) &&
          element.scrollWidth > element.clientWidth + 1)
        found.push(`"${node.textContent.trim().slice(0, 40)}" is cut off in ${name(element)}`);
      const button = element.closest('button, [role=button], [role=tab], [role=radio], label');
      if (button && isVisible(button)) {
        const outer = button.getBoundingClientRect();
        if (box.left < outer.left - 1 || box.right > outer.right + 1 || box.top < outer.top - 3 ||
            box.bottom > outer.bottom + 3)
          found.push(`"${node.textContent.trim().slice(0, 40)}" leaves ${name(button)}`);
      }
    }
    return [...new Set(found)];
  };

  /** What moves and is hidden as one: a bar, a banner, a dialog, or the page itself. */
  const layer = (element) =>
      chain(element).find(
          (one) => one.tagName === 'DIALOG' ||
              ['fixed', 'sticky'].includes(getComputedStyle(one).position)) ??
      document.body;

  /** Texts that lie on each other. */
  const overlaps = () => {
    const found = [];
    const sheet = document.querySelector('dialog[open]');
    const seen = texts()
                     .filter(({element}) => !sheet || sheet.contains(element))
                     .map((one) => ({...one, layer: layer(one.element)}));
    for (let i = 0; i < seen.length; i++) {
      for (let j = i + 1; j < seen.length; j++) {
        if (seen[i].layer !== seen[j].layer) continue;
        const [a, b] = [seen[i].box, seen[j].box];
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 2 && high > Math.min(a.height, b.height) * 0.35)
          found.push(`"${seen[i].node.textContent.trim().slice(0, 30)}" and "${
              seen[j].node.textContent.trim().slice(0, 30)}" overlap`);
      }
    }
    return found;
  };

  /** What has the focus shows it: a line around it that stands out by 3:1, or nothing to be seen. */
  const focus = () => {
    const element = document.activeElement;
    // A part of the browser's own, like the button of a date field, shows the focus by itself.
    if (!element || element === document.body || !element.matches(':focus')) return null;
    const shown = [element, ...(element.labels ?? []), element.parentElement].filter(Boolean);
    const isShown = shown.some((one) => {
      const style = getComputedStyle(one);
      const outside = background(one.parentElement ?? one);
      return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 &&
          contrast(parse(style.outlineColor), outside) >= 3;
    });
    const box = element.getBoundingClientRect();
    return {
      name: name(element),
      isShown,
      isInside: box.bottom > 0 && box.top < innerHeight,
      tag: element.tagName,
      words: (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()
    };
  };

  /** Buttons of these names, or of all names, that a thumb does not reach: in the upper third. */
  const reach =
      (selector) => [...document.querySelectorAll(selector)]
                        .filter(isVisible)
                        .filter((one) => one.getBoundingClientRect().top < innerHeight / 3 - 1)
                        .map(
                            (one) => `${Math.round(one.getBoundingClientRect().top)} px of ${
                                innerHeight}: ${name(one)}`);

  /** Controls without a name. */
  const names = () =>
      controls()
          .filter((one) => {
            const labelled = (one.getAttribute('aria-labelledby') ?? '')
                                 .split(' ')
                                 .filter(Boolean)
                                 .map((id) => document.getElementById(id)?.textContent ?? '')
                                 .join('');
            return !(
                one.getAttribute('aria-label') || labelled ||
                [...(one.labels ?? [])].map((label) => label.textContent).join('') ||
                one.textContent.trim() || one.title || one.placeholder ||
                one.querySelector('[aria-label], title'));
          })
          .map(name);

  globalThis.checks = {contrasts, targets, widths, overlaps, focus, reach, names};
})();
