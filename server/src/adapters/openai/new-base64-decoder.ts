export type Base64Decoder = {
  /** The result is valid until the next call. */
  decode(base64: Buffer): Buffer
  /** The last bytes. Throws when the base64 was cut. */
  finish(): Buffer
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const PADDING = 0x3d
const INVALID = 0xff
const values = new Uint8Array(256).fill(INVALID)
for (const [value, character] of [...ALPHABET].entries()) values[character.charCodeAt(0)] = value

/**
 * Decodes base64 that comes in pieces. Node's own decoder leaves out in silence what is no base64, and it
 * needs a new text and a new buffer for each piece, which raise the memory by the size of many pieces.
 */
export function newBase64Decoder(): Base64Decoder {
  let decoded = Buffer.alloc(0)
  let bits = 0
  /** Characters and padding of the current group of four. */
  let characters = 0
  let padding = 0
  return {
    decode(base64) {
      // Up to three characters are left of the piece before.
      const bytesMax = Math.ceil((base64.length + 3) / 4) * 3
      if (decoded.length < bytesMax) decoded = Buffer.allocUnsafeSlow(bytesMax)
      let end = 0
      // By index: an iterator is several times slower, and this runs for each byte of 80 MB.
      for (let at = 0; at < base64.length; at++) {
        const byte = base64[at] ?? 0
        if (byte === PADDING) {
          padding++
          continue
        }
        const value = values[byte] ?? INVALID
        if (value === INVALID || padding > 0) throw new Error('the answer has no base64')
        bits = (bits << 6) | value
        if (++characters < 4) continue
        decoded[end++] = bits >> 16
        decoded[end++] = bits >> 8
        decoded[end++] = bits
        bits = characters = 0
      }
      return decoded.subarray(0, end)
    },
    finish() {
      if (characters + padding === 0) return Buffer.alloc(0)
      if (characters + padding !== 4 || padding > 2) throw new Error('the base64 of the answer was cut')
      const last = bits << (6 * padding)
      return Buffer.from([last >> 16, last >> 8]).subarray(0, 3 - padding)
    },
  }
}
