import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type System, startSystem } from '../../harness/processes/index.ts'
import type { Plan } from './plan-run.ts'

export type Person = { email: string; apiKey: string }

export type Environment = {
  system: System
  people: Person[]
  databaseUrl: string
  dir: string
  /** Ends every process; with `keep` the data and logs stay for somebody to read. */
  close(keep: boolean): Promise<void>
}

/** A fresh system in a folder of its own, with durable storage of everything and the users of the plan. */
export async function openEnvironment(plan: Plan, env: Record<string, string>): Promise<Environment> {
  const dir = await mkdtemp(join(tmpdir(), 'atelier-chaos-'))
  let people: Person[] = []
  const system = await startSystem({
    dir,
    env: { ...process.env, ...plan.env, ...env },
    prepare: async (admin) => {
      people = JSON.parse(await admin('seed', '--users', String(plan.users), '--json')).users
    },
  }).catch(async (error) => {
    await rm(dir, { recursive: true, force: true, maxRetries: 3 }) // the error tells the end of the log
    throw error
  })
  return {
    system,
    people,
    databaseUrl: system.env.DATABASE_URL as string,
    dir,
    async close(keep) {
      await system.stop()
      if (keep) return
      await rm(dirname(system.postgres.dataDir), { recursive: true, force: true, maxRetries: 3 })
      await rm(dir, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}
