import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type House, startHouse } from '../processes/index.ts'

export type Seeded = { email: string; password: string; apiKey: string }

export type OpenHouse = { house: House; people: Seeded[]; close(): Promise<void> }

const ENV = {
  LOG_LEVEL: 'error',
  // What is probed is who may do what, not how often.
  RATE_LIMIT_FACTOR: '100000',
  SIMULATOR_LONG_SIDE_PIXELS: '128',
  SIMULATOR_RENDER_MS: '100',
  SIMULATOR_VIDEO_MS: '200',
}

/** A fresh house in a folder of its own, for one probe, with people in it. */
export async function openHouse(
  name: string,
  users: number,
  env: Record<string, string> = {},
): Promise<OpenHouse> {
  const dir = await mkdtemp(join(tmpdir(), `atelier-${name}-`))
  let people: Seeded[] = []
  const remove = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 3 })
  const house = await startHouse({
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
    house,
    people,
    async close() {
      await house.stop()
      await remove(dirname(house.postgres.dataDir))
      await remove(dir)
    },
  }
}
