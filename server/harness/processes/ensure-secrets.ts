import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

export type Secrets = { callbackSecret: string; s3AccessKeyId: string; s3SecretAccessKey: string }

/** Created once for each data folder, because objects and pending callbacks outlive the processes. */
export function ensureSecrets(file: string): Secrets {
  if (!existsSync(file)) {
    const secrets: Secrets = {
      callbackSecret: randomBytes(32).toString('hex'),
      s3AccessKeyId: randomBytes(10).toString('hex'),
      s3SecretAccessKey: randomBytes(20).toString('hex'),
    }
    writeFileSync(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return JSON.parse(readFileSync(file, 'utf8'))
}
