import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

export type Secrets = {
  callbackSecret: string
  factorKey: string
  s3AccessKeyId: string
  s3SecretAccessKey: string
}

/** Created once for each data folder, because objects and pending callbacks outlive the processes. */
export function ensureSecrets(file: string): Secrets {
  const known: Partial<Secrets> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const secrets: Secrets = {
    callbackSecret: randomBytes(32).toString('hex'),
    factorKey: randomBytes(32).toString('base64url'),
    s3AccessKeyId: randomBytes(10).toString('hex'),
    s3SecretAccessKey: randomBytes(20).toString('hex'),
    ...known,
  }
  if (Object.keys(known).length < Object.keys(secrets).length) {
    writeFileSync(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return secrets
}
