import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

const PREFIX = 'publickeyv1_'
const KEY_BYTES = 32
/** The Bitcoin alphabet, in which the engine writes public keys. */
const LETTERS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/**
 * The key with which the engine signs its calls of a worker: the private one as PEM, for the engine alone,
 * and the public one as the setting of the worker has it.
 */
export function newEngineKey(): { privatePem: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return {
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    publicKey: PREFIX + encode(Buffer.from(x, 'base64url')),
  }
}

/** Throws when the text is no public key of an engine. */
export function readEngineKey(text: string): KeyObject {
  const bytes = text.startsWith(PREFIX) ? decode(text.slice(PREFIX.length)) : undefined
  if (bytes?.length !== KEY_BYTES) throw new Error('this is not the public key of an engine')
  return createPublicKey({
    format: 'jwk',
    key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') },
  })
}

function encode(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (; rest > 0n; rest /= 58n) text = LETTERS.charAt(Number(rest % 58n)) + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return LETTERS.charAt(0).repeat(zeros < 0 ? bytes.length : zeros) + text
}

/** Undefined where a letter is not in the alphabet. */
function decode(text: string): Buffer | undefined {
  if ([...text].some((letter) => !LETTERS.includes(letter))) return undefined
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  const value = [...text].reduce((sum, letter) => sum * 58n + BigInt(LETTERS.indexOf(letter)), 0n)
  const hex = value === 0n ? '' : value.toString(16)
  return Buffer.from('00'.repeat(zeros) + (hex.length % 2 === 0 ? hex : `0${hex}`), 'hex')
}
