import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { Environment, listOf, publicKeys } from './environment.ts'
import { publicUrlOf, storageOf } from './parts-of-config.ts'
import { AccountEnvironment, type ProviderAccounts, toAccounts } from './provider-accounts.ts'
import { MailEnvironment, mailSettingsOf } from './read-mail-settings.ts'
import { type Env, explainWrong, WrongSettings } from './wrong-settings.ts'

/** Commands that print links. */
export function readLinkSettings(env: Env = process.env) {
  const wanted = Environment.pick({ PUBLIC_URL: true, HOST: true, PORT: true, SIGN_UP: true })
  const parsed = wanted.extend(MailEnvironment.shape).safeParse(env)
  if (!parsed.success) throw explainWrong(parsed.error, env)
  const { SIGN_UP: signUp } = parsed.data
  return { publicUrl: publicUrlOf(parsed.data), signUp, mail: mailSettingsOf(parsed.data) }
}

/** The operator's commands need only the database. */
export function readDatabaseUrl(env: Env = process.env): string {
  const parsed = Environment.pick({ DATABASE_URL: true }).safeParse(env)
  if (!parsed.success) throw explainWrong(parsed.error, env)
  return parsed.data.DATABASE_URL
}

/** Past a pooler, if there is one. */
export function readDirectUrl(env: Env = process.env): string {
  if (!env.DATABASE_DIRECT_URL) return readDatabaseUrl(env)
  const parsed = Environment.pick({ DATABASE_DIRECT_URL: true }).safeParse(env)
  if (!parsed.success) throw explainWrong(parsed.error, env)
  return parsed.data.DATABASE_DIRECT_URL as string
}

/** Commands that create something make ids, which begin with the cell. */
export function readCell(env: Env = process.env): string {
  const parsed = Environment.pick({ CELL: true }).safeParse(env)
  if (!parsed.success) throw explainWrong(parsed.error, env)
  return parsed.data.CELL
}

/** Migrations need a login that may create tables, which the processes of the service must not have. */
export function readMigrationUrl(env: Env = process.env): string {
  if (!env.MIGRATION_DATABASE_URL) return readDirectUrl(env)
  const parsed = Environment.pick({ MIGRATION_DATABASE_URL: true }).safeParse(env)
  if (!parsed.success) throw explainWrong(parsed.error, env)
  return parsed.data.MIGRATION_DATABASE_URL as string
}

/** Commands that read or erase files also need the storage. */
export function readStorageSettings(env: Env = process.env) {
  const parsed = Environment.pick({
    S3_ENDPOINT: true,
    S3_BUCKET: true,
    S3_REGION: true,
    S3_ACCESS_KEY_ID: true,
    S3_SECRET_ACCESS_KEY: true,
  }).safeParse(env)
  if (!parsed.success) throw explainWrong(parsed.error, env)
  return storageOf(parsed.data)
}

/** Who verifies the ledger needs the keys of the signer and the storage with its statements. */
export function readLedgerSettings(env: Env = process.env) {
  const parsed = z.object({ LEDGER_PUBLIC_KEYS: publicKeys }).safeParse(env)
  if (!parsed.success) throw explainWrong(parsed.error, env)
  return { s3: readStorageSettings(env), publicKeys: listOf(parsed.data.LEDGER_PUBLIC_KEYS) }
}

/** Only the signer reads the file with the private key. It trusts its own key, and older ones if given. */
export function readSignerSettings(env: Env = process.env) {
  const needed = z.object({
    LEDGER_SIGNING_KEY_FILE: z.string().min(1),
    LEDGER_PUBLIC_KEYS: publicKeys.optional(),
  })
  const parsed = needed.safeParse(env)
  if (!parsed.success) throw explainWrong(parsed.error, env)
  return {
    s3: readStorageSettings(env),
    keyFile: parsed.data.LEDGER_SIGNING_KEY_FILE,
    olderKeys: listOf(parsed.data.LEDGER_PUBLIC_KEYS ?? ''),
  }
}

/** The configuration of pgBackRest, which Postgres itself reads, too, when it archives. */
export function readBackupFile(env: Env = process.env): string {
  const parsed = Environment.pick({ BACKUP_CONFIG: true }).safeParse(env)
  if (!parsed.success) throw explainWrong(parsed.error, env)
  return parsed.data.BACKUP_CONFIG
}

/** For commands that run on and on. */
export function readMetricsSettings(env: Env = process.env): { host: string; port: number | undefined } {
  const parsed = Environment.pick({ METRICS_HOST: true, METRICS_PORT: true }).safeParse(env)
  if (!parsed.success) throw explainWrong(parsed.error, env)
  return { host: parsed.data.METRICS_HOST, port: parsed.data.METRICS_PORT }
}

/** For the commands that compare bills and try out providers. Admin keys are read by nothing else. */
export function readProviderAccounts(env: Env = process.env): ProviderAccounts {
  const parsed = AccountEnvironment.safeParse(env)
  if (parsed.success) return toAccounts(parsed.data, env.TEMP_DIR ?? join(tmpdir(), 'atelier'))
  const names = new Set(parsed.error.issues.map(({ path: [name] }) => String(name)))
  throw new WrongSettings([...names].map((name) => `${name} has a value that it cannot have.`))
}
