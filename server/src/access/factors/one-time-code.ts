import { createHmac, randomBytes } from 'node:crypto'

/** Codes of six digits, a new one every 30 s, by HMAC-SHA-1: what every authenticator makes (RFC 6238). */
const STEP_SECONDS = 30
const DIGITS = 6
/** RFC 4226 asks for 160 bits. */
const SECRET_BYTES = 20
/** Clocks differ, and typing takes time: the code before and the one after count too. */
const STEPS_AROUND = 1

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** As authenticators take it, without padding (RFC 4648). */
export function inBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

/** The code of one period of 30 s, counted from 1970. */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

export const stepAt = (seconds: number): number => Math.floor(seconds / STEP_SECONDS)

/** The period that a code belongs to, of those around now; undefined when it is no code of these. */
export function findStep(secret: Buffer, code: string, nowSeconds: number): number | undefined {
  const now = stepAt(nowSeconds)
  const steps = Array.from({ length: 2 * STEPS_AROUND + 1 }, (_, at) => now - STEPS_AROUND + at)
  return steps.find((step) => codeAt(secret, step) === code)
}
