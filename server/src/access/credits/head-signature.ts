import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { SignedHead, UnsignedHead } from './signed-heads.ts'

/** Whether one of the keys signed this head. Without keys no head is believed. */
export function newHeadVerifier(publicKeys: readonly string[]): (head: SignedHead) => boolean {
  const keys = publicKeys.map(readPublicKey)
  return (head) => keys.some((key) => verify(null, wordsOf(head), key, head.signature))
}

export const signHead = (head: UnsignedHead, key: KeyObject): SignedHead => ({
  ...head,
  signature: sign(null, wordsOf(head), key),
})

/** A public key as it is written in the settings: the 32 bytes of an Ed25519 key in base64url. */
export const readPublicKey = (text: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text }, format: 'jwk' })

export const writePublicKey = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'jwk' }).x as string

/** The first line says what is signed, so that no signature can be used for something else. */
const wordsOf = (head: UnsignedHead): Buffer =>
  Buffer.from(
    [
      'atelier ledger head',
      head.userId,
      head.mode,
      head.seq,
      head.balance,
      head.hash,
      head.seal,
      head.statement,
    ].join('\n'),
  )
