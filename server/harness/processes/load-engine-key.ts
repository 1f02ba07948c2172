import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { encodeBase58 } from './encode-base58.ts'

/**
 * The key with which the engine signs its requests to a worker: created once, stored in `file`. Returns the
 * public key in the format of the worker's setting.
 */
export function loadEngineKey(file: string): string {
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519')
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
    writeFileSync(`${file}.new`, pem, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  const { x } = createPublicKey(readFileSync(file)).export({ format: 'jwk' })
  return `publickeyv1_${encodeBase58(Buffer.from(x ?? '', 'base64url'))}`
}
