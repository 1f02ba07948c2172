import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres, startS3, startSimulator } from '../parts/index.ts'
import { migrate } from '../src/db/index.ts'

export const TEMPLATE = 'atelier_template'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    s3: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string }
    simulatorUrl: string
  }
}

/**
 * The parts that all test files share: one Postgres with a migrated template, one S3 server, one simulator.
 */
export default async function startParts(project: TestProject): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(tmpdir(), 'atelier-test-'))
  const [postgres, s3, simulator] = await Promise.all([
    startPostgres({ dir: join(dir, 'postgres'), durable: false }),
    startS3({ dir: join(dir, 's3') }),
    startSimulator({ dir: join(dir, 'simulator'), env: { PATH: process.env.PATH, ...quick } }),
  ])
  await postgres.createDatabase(TEMPLATE)
  await migrate(postgres.url(TEMPLATE))
  project.provide('postgresUrl', postgres.url())
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = s3
  project.provide('s3', { endpoint, bucket, region, accessKeyId, secretAccessKey })
  project.provide('simulatorUrl', simulator.url)
  return async () => {
    await Promise.all([postgres.stop(), s3.stop(), simulator.stop()])
    rmSync(dir, { recursive: true, force: true })
  }
}

const quick = { SIMULATOR_RENDER_MS: '200', SIMULATOR_SLOW_MS: '1500', SIMULATOR_LONG_SIDE_PIXELS: '384' }
