import { codeAt, stepAt } from '../src/access/factors/one-time-code.ts'
import type { Visitor } from './open-session.ts'
import type { TestClient } from './use-system.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const fromBase32 = (text: string): Buffer => {
  const bits = [...text].map((sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** What a telephone does: a code for each period. `steps`: how many periods from now. */
export const codeOf = (secret: string, steps = 0): string =>
  codeAt(fromBase32(secret), stepAt(Date.now() / 1000) + steps)

/** Switches the second factor of a user on, with the code of the period before: later ones can be used. */
export async function switchOn(
  { call }: TestClient,
  { headers }: Pick<Visitor, 'headers'>,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const started = await call('POST', '/api/account/factor', { headers })
  const { secret } = started.body
  const body = { code: codeOf(secret, -1) }
  const confirmed = await call('POST', '/api/account/factor/confirm', { headers, body })
  if (confirmed.status !== 200) throw new Error(`not confirmed: ${JSON.stringify(confirmed.body)}`)
  return { secret, recoveryCodes: confirmed.body.recoveryCodes }
}
