// Which names are of one medicine. As in sentences, capitals, accents, signs and spaces make no other.

/**
 * Letters that NFD does not take apart, and how they are spelled.
 * @type {Record<string, string>}
 */
const plain = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  '’': '\''
};

/**
 * The same for all spellings of a name.
 * @param {string} name
 */
export function nameKey(name) {
  const letters = name.toLowerCase().normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  const text = letters.replace(/[^\0-\x7f]/g, (letter) => plain[letter] ?? letter);
  const words = text.match(/\d+|[^\0-`{-\x7f\xa0·–\u202f][^\0-&(-`{-\x7f\xa0·–\u202f]*/g);
  return words?.join(' ') ?? text;
}
