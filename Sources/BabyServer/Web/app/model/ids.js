// Ids that a phone makes: version 7 UUIDs (RFC 9562), which sort by the time they were made.

/**
 * @param {number} now in milliseconds
 * @param {Uint8Array} random ten random bytes
 * @returns {string}
 */
export function uuid(now, random) {
  const hex = (/** @type {number} */ number, /** @type {number} */ length) =>
      number.toString(16).padStart(length, '0');
  const digits = hex(Math.floor(now), 12) + Array.from(random, (byte) => hex(byte, 2)).join('');
  const [time, more] = [digits.slice(0, 8), digits.slice(8, 12)];
  const variant = (parseInt(digits[16], 16) & 3) | 8;
  return `${time}-${more}-7${digits.slice(13, 16)}-${hex(variant, 1)}${digits.slice(17, 20)}-${
      digits.slice(20)}`;
}
