import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { SignedHead } from './signed-heads.ts'

/** A head without its signature. */
type UnsignedHead = Omit<SignedHead, 'signature'>

/** Whether one of the keys signed this head. Without keys no head is believed. */
export function newHeadVerifier(publicKeys: readonly string[]): (head: SignedHead) => boolean {
  const keys = publicKeys.map(readPublicKey)
  return (head) => keys.some((key) => verify(null, wordsOf(head), key, head.signature))
}

/** A public key as it is written in the settings: the 32 bytes of an Ed25519 key in base64url. */
const readPublicKey = (text: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text }, format: 'jwk' })

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
