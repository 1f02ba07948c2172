import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type System, startSystem } from '../processes/index.ts'

export type Seeded = { email: string; password: string; apiKey: string }

export type OpenSystem = { system: System; people: Seeded[]; close(): Promise<void> }

const ENV = {
  LOG_LEVEL: 'error',
  // What is probed is who may do what, not how often.
  RATE_LIMIT_FACTOR: '100000',
  SIMULATOR_LONG_SIDE_PIXELS: '128',
  SIMULATOR_RENDER_MS: '100',
  SIMULATOR_VIDEO_MS: '200',
}

/** A fresh system in a folder of its own, for one probe, with people in it. */
export async function openSystem(
  name: string,
  users: number,
  env: Record<string, string> = {},
): Promise<OpenSystem> {
  const dir = await mkdtemp(join(tmpdir(), `atelier-${name}-`))
  let people: Seeded[] = []
  const remove = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 3 })
  const system = await startSystem({
    dir,
    env: { ...process.env, ...ENV, ...env },
    postgres: { durable: false },
    prepare: async (admin) => {
      people = JSON.parse(await admin('seed', '--users', String(users), '--json')).users
    },
  }).catch(async (error) => {
    await remove(dir)
    throw error
  })
  return {
    system,
    people,
    async close() {
      await system.stop()
      await remove(dirname(system.postgres.dataDir))
      await remove(dir)
    },
  }
}
