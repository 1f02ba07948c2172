import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { closeOnExit } from '../cleanup/index.ts'
import { type StripeDouble, startStripe } from '../doubles/index.ts'
import {
  findFreePort,
  type System,
  type SystemOptions,
  startSystem,
  withoutProviders,
} from '../processes/index.ts'

export type SeededUser = { email: string; password: string; apiKey: string }

/** What the seed command creates: four users with a role each, and as many others as asked for. */
export type SeededUsers = Record<'owner' | 'stranger' | 'admin' | 'poor', SeededUser> & {
  users: SeededUser[]
}

export type OpenSystem = {
  system: System
  /** Where credits are bought; only when they are sold. */
  stripe: StripeDouble | undefined
  /** A user with many credits, in addition to `users`. */
  owner: SeededUser
  users: SeededUser[]
  seeded: SeededUsers
  databaseUrl: string
  /** Everything that the processes store. */
  dir: string
  /** Whether data and logs remain after `close`. By default they are deleted. */
  retainDataFolder(isRetained: boolean): void
  /** Stops the processes and deletes their files. Happens at the end of the process at the latest. */
  close(): Promise<void>
}

type SharedOptions = Pick<
  SystemOptions,
  | 'workerEnv'
  | 'postgres'
  | 'standbyHosts'
  | 'engine'
  | 'counts'
  | 'isBalanced'
  | 'isPooled'
  | 'isMeasured'
  | 'signEverySeconds'
>

export type OpenSystemOptions = SharedOptions & {
  /** How many users to create. */
  users?: number
  /** Whether credits can be bought, at a double of Stripe. */
  sellsCredits?: boolean
  /** Added to the environment of this process. */
  env?: NodeJS.ProcessEnv
}

/**
 * For checks that send many requests and wait for results: no rate limits, small pictures, fast rendering.
 */
export const fastSettings = {
  LOG_LEVEL: 'error',
  RATE_LIMIT_FACTOR: '100000',
  SIMULATOR_LONG_SIDE_PIXELS: '128',
  SIMULATOR_RENDER_MS: '100',
  SIMULATOR_VIDEO_MS: '200',
}

/** For checks that never crash the database: commits need not survive a crash. */
export const fastPostgres = { durable: false }

/** Starts a fresh system in a temporary folder. `name` is part of the name of that folder. */
export async function openSystem(
  name: string,
  { users = 0, sellsCredits = false, env, ...shared }: OpenSystemOptions = {},
): Promise<OpenSystem> {
  const dir = await mkdtemp(join(tmpdir(), `atelier-${name}-`))
  const halt = new AbortController()
  let isRetained = false
  const remove = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 3 })
  let seeded = {} as SeededUsers
  // The double must know where the api will listen.
  const port = sellsCredits ? await findFreePort() : undefined
  const stripe = port
    ? await startStripe({ dir: join(dir, 'stripe'), apiUrl: `http://127.0.0.1:${port}`, signal: halt.signal })
    : undefined
  const starting = startSystem({
    dir,
    ...(port && { port }),
    env: { ...withoutProviders(process.env), ...stripe?.env, ...env },
    ...shared,
    prepare: async (admin) => {
      seeded = JSON.parse(await admin('seed', '--known-passwords', '--users', String(users), '--json'))
    },
    signal: halt.signal,
  })
  const close = closeOnExit(async () => {
    halt.abort(new Error('closed while it was starting'))
    const started = await starting.catch(() => undefined)
    await started?.stop()
    await stripe?.stop()
    if (isRetained) return
    if (started) await remove(dirname(started.postgres.dataDir))
    await remove(dir)
  })
  const system = await starting.catch(async (error) => {
    await close()
    throw error
  })
  const retainDataFolder = (wanted: boolean) => {
    isRetained = wanted
  }
  const databaseUrl = system.env.DATABASE_URL as string
  return {
    system,
    stripe,
    owner: seeded.owner,
    users: seeded.users,
    seeded,
    databaseUrl,
    dir,
    retainDataFolder,
    close,
  }
}
