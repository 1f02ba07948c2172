import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts the secret of a user with the first key. Copied to the row of another user, it does not open. */
export function sealSecret(keys: readonly Buffer[], userId: string, secret: Buffer): Buffer {
  const [key] = keys
  if (!key) throw new Error('there is no key for second factors')
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(userId))
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

/** Opens it with whichever key fits. Undefined: the key is not among them any more, or it was changed. */
export function openSecret(keys: readonly Buffer[], userId: string, sealed: Buffer): Buffer | undefined {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const body = sealed.subarray(NONCE_BYTES, -TAG_BYTES)
  for (const key of keys) {
    try {
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(userId)).setAuthTag(sealed.subarray(-TAG_BYTES))
      return Buffer.concat([decipher.update(body), decipher.final()])
    } catch {}
  }
  return undefined
}
