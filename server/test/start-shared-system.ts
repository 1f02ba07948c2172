import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startStripe } from '../harness/doubles/index.ts'
import { findFreePort, startSystem } from '../harness/processes/index.ts'
import { migrate } from '../src/platform/db/index.ts'

export const TEMPLATE = 'atelier_template'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** The same server through the pooler, with ATELIER_POOLER=1; otherwise the same URL. */
    pooledUrl: string
    s3: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string }
    simulatorUrl: string
    /** A complete system with api and worker, for tests that need no special settings. */
    shared: { baseUrl: string; databaseUrl: string; stripeUrl: string }
  }
}

/**
 * Starts what all test files share: a running system, whose Postgres also holds the migrated template that
 * `useSystem` clones.
 */
export default async function startSharedSystem(project: TestProject): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(tmpdir(), 'atelier-test-'))
  const port = await findFreePort()
  const stripe = await startStripe({ dir: join(dir, 'stripe'), apiUrl: `http://127.0.0.1:${port}` })
  const system = await startSystem({
    dir,
    port,
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...quickSettings, ...stripe.env },
    postgres: { durable: false },
    engine: { partitions: 1, memory: '64MB' },
  })
  const { postgres, s3, simulator } = system
  await postgres.createDatabase(TEMPLATE)
  await migrate(postgres.url(TEMPLATE))
  project.provide('postgresUrl', postgres.url())
  project.provide('pooledUrl', system.pooler?.through(postgres.url()) ?? postgres.url())
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = s3
  project.provide('s3', { endpoint, bucket, region, accessKeyId, secretAccessKey })
  project.provide('simulatorUrl', simulator.url)
  project.provide('shared', {
    baseUrl: system.baseUrl,
    databaseUrl: system.env.DATABASE_URL ?? '',
    stripeUrl: stripe.url,
  })
  return async () => {
    await system.stop()
    await stripe.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

const quickSettings = {
  SIMULATOR_RENDER_MS: '200',
  SIMULATOR_VIDEO_MS: '200',
  SIMULATOR_SLOW_MS: '1500',
  SIMULATOR_LONG_SIDE_PIXELS: '384',
  IMAGE_STALL_SECONDS: '5',
  VIDEO_STALL_SECONDS: '30',
  TICK_SECONDS: '1',
  DASHBOARD_DIR: join(import.meta.dirname, 'built-dashboard'),
  // The same in every checkout, whether or not the documents were built there.
  DOCS_DIR: join(import.meta.dirname, 'built-docs'),
  // All tests are one network, and each endpoint is tried with unknown keys.
  UNKNOWN_KEYS_PER_MINUTE: '10000',
}
