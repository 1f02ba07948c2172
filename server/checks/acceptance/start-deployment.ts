import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startSystem } from '../../harness/processes/index.ts'
import type { Accounts } from './suite.ts'

export type Deployment = { baseUrl: string; accounts: Accounts; stop(): Promise<void> }

const USERS = 40
export const IMAGE_STALL_SECONDS = 12

/** Short enough to see a job stall, and long enough for every job of `simulator/ok` and `simulator/slow`. */
const SETTINGS = {
  IMAGE_STALL_SECONDS: String(IMAGE_STALL_SECONDS),
  VIDEO_STALL_SECONDS: '60',
  TICK_SECONDS: '3',
}

/** A fresh system with its own data folder and users. Only this file knows how to start one. */
export async function startDeployment(): Promise<Deployment> {
  const dir = await mkdtemp(join(tmpdir(), 'atelier-acceptance-'))
  const remove = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 3 })
  let seeded = ''
  const system = await startSystem({
    dir,
    env: { ...process.env, ...SETTINGS },
    prepare: async (admin) => {
      seeded = await admin('seed', '--users', String(USERS), '--json')
    },
  }).catch(async (error) => {
    await remove(dir)
    throw error
  })
  return {
    baseUrl: system.baseUrl,
    accounts: JSON.parse(seeded),
    async stop() {
      await system.stop()
      await remove(dirname(system.postgres.dataDir))
      await remove(dir)
    },
  }
}
