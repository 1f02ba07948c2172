import { isIP, isIPv4 } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type QuotaName, rateLimits, signUps } from '@atelier/contract'
import { z } from 'zod'
import { describeSetting, type SettingName } from './describe-setting.ts'
import { AccountEnvironment, type ProviderAccounts, toAccounts } from './provider-accounts.ts'
import { findLoopback, ProviderEnvironment, providerSettingsOf } from './read-provider-settings.ts'
import { WrongSettings } from './wrong-settings.ts'

const seconds = (byDefault: number) => z.coerce.number().positive().max(86_400).default(byDefault)
const port = (byDefault: number) => z.coerce.number().int().min(0).max(65_535).default(byDefault)
const retentionDays = z.coerce
  .number()
  .int()
  .max(36_500)
  .refine((days) => days === 0 || days >= 30)

const quota = z.coerce.number().int().min(0).max(1e15)

function isNetwork(text: string): boolean {
  const [, address = '', bits = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = isIP(address)
  return family !== 0 && Number(bits) <= (family === 4 ? 32 : 128)
}

const listOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

/** As the HTTP server reads it: names of networks, addresses, and networks with their bits or their mask. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', mask = ''] = text.split('/')
  return isIPv4(mask) ? isIPv4(address) : isNetwork(text) && mask !== '0'
}

const proxies = z.string().refine((text) => text.split(',').every((one) => isProxy(one.trim())))
const publicKeys = z.string().refine((text) => listOf(text).every((one) => /^[\w-]{43}$/.test(one)))
const factorKeys = z.string().refine((text) => listOf(text).every((one) => /^[\w+/-]{43}=?$/.test(one)))
const networks = z.string().refine((text) => listOf(text).every(isNetwork))

const cell = z.string().regex(/^[0-9A-Za-z]{2}$/)

/** Every setting but those of providers: its name in the environment, what it may be, and its default. */
export const Environment = z.object({
  CELL: cell.default('00'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port(4100),
  PUBLIC_URL: z.url().optional(),
  TRUST_PROXY: proxies.optional(),
  DATABASE_URL: z.string().startsWith('postgres'),
  DATABASE_DIRECT_URL: z.string().startsWith('postgres').optional(),
  DATABASE_REPLICA_URL: z.string().startsWith('postgres').optional(),
  MIGRATION_DATABASE_URL: z.string().startsWith('postgres').optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(16),
  DATABASE_HEAVY_POOL_SIZE: z.coerce.number().int().min(1).max(50).default(4),
  ENGINE_INGRESS_URL: z.url(),
  ENGINE_ADMIN_URL: z.url(),
  ENGINE_PUBLIC_KEY: z.string().startsWith('publickeyv1_').optional(),
  WORKER_HOST: z.string().default('127.0.0.1'),
  WORKER_PORT: port(4180),
  WORKER_URL: z.url().optional(),
  WORKER_HEALTH_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  S3_ENDPOINT: z.url(),
  S3_BUCKET: z.string().min(3),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1),
  S3_SECRET_ACCESS_KEY: z.string().min(1),
  FILES_URL: z.url().optional(),
  SIMULATOR_URL: z.url().optional(),
  CALLBACK_URL: z.url().optional(),
  CALLBACK_SECRET: z.string().min(32),
  SIGN_UP: z.enum(signUps).default('invitation'),
  FACTOR_KEYS: factorKeys.optional(),
  FETCH_DENIED: networks.optional(),
  TEMP_DIR: z.string().default(join(tmpdir(), 'atelier')),
  DASHBOARD_DIR: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  IMAGE_STALL_SECONDS: seconds(900),
  VIDEO_STALL_SECONDS: seconds(1800),
  TICK_SECONDS: seconds(120),
  SUBMIT_WAIT_SECONDS: seconds(8),
  SHUTDOWN_WAIT_SECONDS: z.coerce.number().min(0).max(300).default(5),
  RUNNING_JOBS_PER_USER: z.coerce.number().int().min(1).max(10_000).default(50),
  RETENTION_DAYS: retentionDays.default(0),
  PARTITION_DAYS: z.coerce.number().int().min(1).max(366).default(30),
  LEDGER_PUBLIC_KEYS: publicKeys.optional(),
  UNKNOWN_KEYS_PER_MINUTE: z.coerce.number().int().min(1).max(1_000_000).default(60),
  REPLAYS_PER_SLOT: z.coerce.number().int().min(2).max(1_000).default(30),
  LEDGER_SIGNING_KEY_FILE: z.string().min(1).optional(),
  FILES_PER_NETWORK: z.coerce.number().int().min(1).max(512).default(64),
  SWEEP_HOURS: z.coerce.number().int().min(0).max(8_760).default(24),
  SWEEP_GRACE_HOURS: z.coerce.number().int().min(48).max(8_760).default(48),
  UPLOADS_PER_USER: quota.default(5_000),
  UPLOAD_BYTES_PER_USER: quota.default(10_737_418_240),
  PHOTOS_PER_USER: quota.default(20_000),
  PHOTO_BYTES_PER_USER: quota.default(42_949_672_960),
  MEMORY_ROWS_PER_USER: quota.default(5_000_000),
  NOTES_PER_USER: quota.default(100_000),
  RATE_LIMIT_FACTOR: z.coerce.number().int().min(1).max(1_000_000).default(1),
})

const WholeEnvironment = Environment.extend(ProviderEnvironment.shape)

export type Config = ReturnType<typeof readConfig>

type Env = Record<string, string | undefined>

/** The only reader of the environment. Throws `WrongSettings` with a line for each setting to change. */
export function readConfig(env: Env = process.env) {
  const parsed = WholeEnvironment.safeParse(env)
  if (!parsed.success) throw wrongSettings(parsed.error, env)
  const e = parsed.data
  const loopback = findLoopback(e)
  if (loopback.length > 0) throw new WrongSettings(loopback)
  const publicUrl = publicUrlOf(e)
  return {
    /** The cell that this process belongs to: the first digits of every id that it makes. */
    cell: e.CELL,
    host: e.HOST,
    port: e.PORT,
    publicUrl,
    /** Addresses of our proxies. A number of hops would trust any client that reaches us directly. */
    trustProxy: e.TRUST_PROXY ?? false,
    ...databaseOf(e),
    engine: {
      ingressUrl: e.ENGINE_INGRESS_URL,
      adminUrl: e.ENGINE_ADMIN_URL,
      publicKey: e.ENGINE_PUBLIC_KEY,
    },
    worker: {
      host: e.WORKER_HOST,
      port: e.WORKER_PORT,
      healthPort: e.WORKER_HEALTH_PORT,
      /** Which of several workers this is; they may share one URL. */
      name: `${hostname()}:${e.WORKER_PORT}`,
      url: e.WORKER_URL ?? `http://${e.WORKER_HOST}:${e.WORKER_PORT}`,
    },
    s3: { ...storageOf(e), readUrl: e.FILES_URL },
    simulatorUrl: e.SIMULATOR_URL,
    providers: providerSettingsOf(e),
    callbackUrl: (e.CALLBACK_URL ?? publicUrl).replace(/\/$/, ''),
    callbackSecret: e.CALLBACK_SECRET,
    ...wayInOf(e),
    /** Addresses that look public but belong to us; denied in addition to all non-public addresses. */
    fetchDenied: listOf(e.FETCH_DENIED ?? ''),
    tempDir: e.TEMP_DIR,
    dashboardDir: e.DASHBOARD_DIR,
    logLevel: e.LOG_LEVEL,
    stallMs: { image: e.IMAGE_STALL_SECONDS * 1000, video: e.VIDEO_STALL_SECONDS * 1000 },
    tickMs: e.TICK_SECONDS * 1000,
    submitWaitMs: e.SUBMIT_WAIT_SECONDS * 1000,
    /** Between the announcement of the end and the end: balancers and other workers must notice first. */
    shutdownWaitMs: e.SHUTDOWN_WAIT_SECONDS * 1000,
    runningJobsPerUser: e.RUNNING_JOBS_PER_USER,
    retentionDays: e.RETENTION_DAYS,
    partitionDays: e.PARTITION_DAYS,
    /** Who may sign heads of the ledger: the newest key, and older ones whose statements still count. */
    ledgerPublicKeys: listOf(e.LEDGER_PUBLIC_KEYS ?? ''),
    filesPerNetwork: e.FILES_PER_NETWORK,
    /** The sweep of objects that no row names. The grace is far above the longest window of a job, a day. */
    sweep: { everyMs: e.SWEEP_HOURS * 3_600_000, graceMs: e.SWEEP_GRACE_HOURS * 3_600_000 },
    /** What one owner may store, live and test data apart. */
    quotas: {
      uploads: e.UPLOADS_PER_USER,
      uploadBytes: e.UPLOAD_BYTES_PER_USER,
      photos: e.PHOTOS_PER_USER,
      photoBytes: e.PHOTO_BYTES_PER_USER,
      memoryRows: e.MEMORY_ROWS_PER_USER,
      notes: e.NOTES_PER_USER,
    } satisfies Record<QuotaName, number>,
    unknownKeysPerMinute: e.UNKNOWN_KEYS_PER_MINUTE * e.RATE_LIMIT_FACTOR,
    replaysPerSlot: e.REPLAYS_PER_SLOT,
    /** The limits of the contract. Only measurements multiply them. */
    rateLimits: Object.fromEntries(
      Object.entries(rateLimits).map(([name, limit]) => [name, limit * e.RATE_LIMIT_FACTOR]),
    ) as Record<keyof typeof rateLimits, number>,
  }
}

const publicUrlOf = (e: { PUBLIC_URL?: string | undefined; HOST: string; PORT: number }): string =>
  (e.PUBLIC_URL ?? `http://${e.HOST}:${e.PORT}`).replace(/\/$/, '')

/** Commands that print links. */
export function readLinkSettings(env: Env = process.env) {
  const parsed = Environment.pick({ PUBLIC_URL: true, HOST: true, PORT: true, SIGN_UP: true }).safeParse(env)
  if (!parsed.success) throw wrongSettings(parsed.error, env)
  return { publicUrl: publicUrlOf(parsed.data), signUp: parsed.data.SIGN_UP }
}

const wayInOf = (e: z.infer<typeof Environment>) => ({
  signUp: e.SIGN_UP,
  /** They encrypt the secrets of second factors: the first one new secrets, all of them older ones. */
  factorKeys: listOf(e.FACTOR_KEYS ?? '').map((key) => Buffer.from(key, 'base64')),
})

const databaseOf = (e: z.infer<typeof Environment>) => ({
  databaseUrl: e.DATABASE_URL,
  /** The same database past a pooler, for session locks. */
  databaseDirectUrl: e.DATABASE_DIRECT_URL ?? e.DATABASE_URL,
  /** A standby for the searches and exports of memories. */
  databaseReplicaUrl: e.DATABASE_REPLICA_URL,
  databasePoolSize: e.DATABASE_POOL_SIZE,
  heavyPoolSize: e.DATABASE_HEAVY_POOL_SIZE,
})

/** The operator's commands need only the database. */
export function readDatabaseUrl(env: Env = process.env): string {
  const parsed = Environment.pick({ DATABASE_URL: true }).safeParse(env)
  if (!parsed.success) throw wrongSettings(parsed.error, env)
  return parsed.data.DATABASE_URL
}

/** Past a pooler, if there is one. */
export function readDirectUrl(env: Env = process.env): string {
  if (!env.DATABASE_DIRECT_URL) return readDatabaseUrl(env)
  const parsed = Environment.pick({ DATABASE_DIRECT_URL: true }).safeParse(env)
  if (!parsed.success) throw wrongSettings(parsed.error, env)
  return parsed.data.DATABASE_DIRECT_URL as string
}

/** Commands that create something make ids, which begin with the cell. */
export function readCell(env: Env = process.env): string {
  const parsed = Environment.pick({ CELL: true }).safeParse(env)
  if (!parsed.success) throw wrongSettings(parsed.error, env)
  return parsed.data.CELL
}

/** Migrations need a login that may create tables, which the processes of the service must not have. */
export function readMigrationUrl(env: Env = process.env): string {
  if (!env.MIGRATION_DATABASE_URL) return readDirectUrl(env)
  const parsed = Environment.pick({ MIGRATION_DATABASE_URL: true }).safeParse(env)
  if (!parsed.success) throw wrongSettings(parsed.error, env)
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
  if (!parsed.success) throw wrongSettings(parsed.error, env)
  return storageOf(parsed.data)
}

type StorageEnvironment = Pick<
  z.infer<typeof Environment>,
  'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>

const storageOf = (e: StorageEnvironment) => ({
  endpoint: e.S3_ENDPOINT,
  bucket: e.S3_BUCKET,
  region: e.S3_REGION,
  accessKeyId: e.S3_ACCESS_KEY_ID,
  secretAccessKey: e.S3_SECRET_ACCESS_KEY,
})

/** Who verifies the ledger needs the keys of the signer and the storage with its statements. */
export function readLedgerSettings(env: Env = process.env) {
  const parsed = z.object({ LEDGER_PUBLIC_KEYS: publicKeys }).safeParse(env)
  if (!parsed.success) throw wrongSettings(parsed.error, env)
  return { s3: readStorageSettings(env), publicKeys: listOf(parsed.data.LEDGER_PUBLIC_KEYS) }
}

/** Only the signer reads the file with the private key. It trusts its own key, and older ones if given. */
export function readSignerSettings(env: Env = process.env) {
  const needed = z.object({
    LEDGER_SIGNING_KEY_FILE: z.string().min(1),
    LEDGER_PUBLIC_KEYS: publicKeys.optional(),
  })
  const parsed = needed.safeParse(env)
  if (!parsed.success) throw wrongSettings(parsed.error, env)
  return {
    s3: readStorageSettings(env),
    keyFile: parsed.data.LEDGER_SIGNING_KEY_FILE,
    olderKeys: listOf(parsed.data.LEDGER_PUBLIC_KEYS ?? ''),
  }
}

/** For the commands that compare bills and try out providers. Admin keys are read by nothing else. */
export function readProviderAccounts(env: Env = process.env): ProviderAccounts {
  const parsed = AccountEnvironment.safeParse(env)
  if (parsed.success) return toAccounts(parsed.data, env.TEMP_DIR ?? join(tmpdir(), 'atelier'))
  const names = new Set(parsed.error.issues.map(({ path: [name] }) => String(name)))
  throw new WrongSettings([...names].map((name) => `${name} has a value that it cannot have.`))
}

function wrongSettings({ issues }: z.ZodError, env: Env): WrongSettings {
  const names = new Set(issues.map(({ path: [name] }) => name as keyof typeof WholeEnvironment.shape))
  return new WrongSettings([...names].map((name) => describeSetting(name, env[name])))
}

/** For a setting that only some processes need. */
export const missingSetting = (name: SettingName): WrongSettings =>
  new WrongSettings([describeSetting(name, undefined)])
