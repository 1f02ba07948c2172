import { hostname } from 'node:os'
import { type QuotaName, rateLimits } from '@atelier/contract'
import type { z } from 'zod'
import { listOf, type Values, WholeEnvironment } from './environment.ts'
import { publicUrlOf, storageOf } from './parts-of-config.ts'
import { findWrongMail, mailSettingsOf } from './read-mail-settings.ts'
import { findWrongPayments, paymentSettingsOf } from './read-payment-settings.ts'
import { findLoopback, providerSettingsOf } from './read-provider-settings.ts'
import { type Env, explainWrong, WrongSettings } from './wrong-settings.ts'

export type Config = ReturnType<typeof readConfig>

/** The only reader of the environment. Throws `WrongSettings` with a line for each setting to change. */
export function readConfig(env: Env = process.env) {
  const parsed = WholeEnvironment.safeParse(env)
  if (!parsed.success) throw explainWrong(parsed.error, env)
  const e = parsed.data
  const wrong = [...findLoopback(e), ...findWrongPayments(e), ...findWrongMail(e)]
  if (wrong.length > 0) throw new WrongSettings(wrong)
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
    ...outsideOf(e),
    callbackUrl: (e.CALLBACK_URL ?? publicUrl).replace(/\/$/, ''),
    callbackSecret: e.CALLBACK_SECRET,
    ...wayInOf(e),
    tempDir: e.TEMP_DIR,
    dashboardDir: e.DASHBOARD_DIR,
    docsDir: e.DOCS_DIR,
    ...telemetryOf(e),
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

/** Whom we pay for pictures, who takes money for us, who takes our mails, and whom we do not ask. */
const outsideOf = (e: z.infer<typeof WholeEnvironment>) => ({
  simulatorUrl: e.SIMULATOR_URL,
  providers: providerSettingsOf(e),
  /** Undefined: this deployment sells nothing. */
  payments: paymentSettingsOf(e, e.ENVIRONMENT === 'production'),
  /** Undefined: this deployment sends no mail. */
  mail: mailSettingsOf(e),
  scanner: scannerOf(e),
  /** Addresses that look public but belong to us; denied in addition to all non-public addresses. */
  fetchDenied: listOf(e.FETCH_DENIED ?? ''),
})

/** Undefined: what providers made is not scanned. */
function scannerOf({ SCANNER_URL: address }: Values): { host: string; port: number } | undefined {
  if (address === undefined) return undefined
  const { hostname, port } = new URL(address)
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) || 3_310 }
}

const telemetryOf = (e: Values) => ({
  logLevel: e.LOG_LEVEL,
  /** Where Prometheus reads what this process measures; without a port, nothing is measured. */
  metrics: { host: e.METRICS_HOST, port: e.METRICS_PORT },
  /** Without a collector there are no traces. */
  traces: { endpoint: e.OTEL_EXPORTER_OTLP_ENDPOINT },
})

const wayInOf = (e: Values) => ({
  signUp: e.SIGN_UP,
  /** They encrypt the secrets of second factors: the first one new secrets, all of them older ones. */
  /** Who cannot do anything before a second factor is on. */
  secondFactor: e.SECOND_FACTOR,
  factorKeys: listOf(e.FACTOR_KEYS ?? '').map((key) => Buffer.from(key, 'base64')),
})

const databaseOf = (e: Values) => ({
  databaseUrl: e.DATABASE_URL,
  /** The same database past a pooler, for session locks. */
  databaseDirectUrl: e.DATABASE_DIRECT_URL ?? e.DATABASE_URL,
  /** A standby for the searches and exports of memories. */
  databaseReplicaUrl: e.DATABASE_REPLICA_URL,
  databasePoolSize: e.DATABASE_POOL_SIZE,
  heavyPoolSize: e.DATABASE_HEAVY_POOL_SIZE,
})
