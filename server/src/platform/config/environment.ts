import { isIP, isIPv4 } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signUps } from '@atelier/contract'
import { z } from 'zod'
import { MailEnvironment } from './read-mail-settings.ts'
import { PaymentEnvironment } from './read-payment-settings.ts'
import { ProviderEnvironment } from './read-provider-settings.ts'

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

export const listOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

/** As the HTTP server reads it: names of networks, addresses, and networks with their bits or their mask. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', mask = ''] = text.split('/')
  return isIPv4(mask) ? isIPv4(address) : isNetwork(text) && mask !== '0'
}

const proxies = z.string().refine((text) => text.split(',').every((one) => isProxy(one.trim())))
export const publicKeys = z.string().refine((text) => listOf(text).every((one) => /^[\w-]{43}$/.test(one)))
const factorKeys = z.string().refine((text) => listOf(text).every((one) => /^[\w+/-]{43}=?$/.test(one)))
const networks = z.string().refine((text) => listOf(text).every(isNetwork))

const cell = z.string().regex(/^[0-9A-Za-z]{2}$/)

/** Every setting but those of providers, payments and mail: its name, what it may be, and its default. */
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
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
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
  SECOND_FACTOR: z.enum(['optional', 'admins', 'all']).default('optional'),
  SCANNER_URL: z.url({ protocol: /^tcp$/ }).optional(),
  FETCH_DENIED: networks.optional(),
  TEMP_DIR: z.string().default(join(tmpdir(), 'atelier')),
  DASHBOARD_DIR: z.string().min(1).optional(),
  DOCS_DIR: z.string().min(1).optional(),
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
  BACKUP_CONFIG: z.string().min(1).default('/etc/pgbackrest/pgbackrest.conf'),
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

export const WholeEnvironment = Environment.extend(ProviderEnvironment.shape)
  .extend(PaymentEnvironment.shape)
  .extend(MailEnvironment.shape)

export type Values = z.infer<typeof Environment>
