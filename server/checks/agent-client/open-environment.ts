import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CallApi,
  callAs,
  drawPicture,
  fastPostgres,
  fastSettings,
  logIn,
  openSystem,
  type SeededUser,
} from '../../harness/driver/index.ts'
import { type System, waitUntil } from '../../harness/processes/index.ts'
import type { Random } from '../../harness/random/index.ts'
import type { Belongings } from './choose-call.ts'
import { openRedirectTarget, type RedirectTarget } from './open-redirect-target.ts'

/** A user with an agent. Its test key makes time pass sixty times faster, so renders are not waited for. */
export type AgentUser = { apiKey: string; own: Belongings }

export type Environment = {
  system: System
  redirectTarget: RedirectTarget
  /** A new user with one of everything. */
  createUser(): Promise<AgentUser>
  /** Kills the api and restarts it. Kills do not overlap. */
  killApi(random: Random): Promise<void>
  kills(): number
  close(): Promise<void>
}

const DOWN_LEAST_MS = 100
const DOWN_MOST_MS = 500
const FINISHED_WITHIN_MS = 30_000

/** With a test key this takes one and a half seconds: long enough to be polled while it runs. */
const SLOW_MS = 90_000

export async function openEnvironment(users: number): Promise<Environment> {
  const env = { ...fastSettings, SIMULATOR_SLOW_MS: String(SLOW_MS), TICK_SECONDS: '3' }
  const opened = await openSystem('agent-client', { users, env, postgres: fastPostgres })
  const { system } = opened
  const seeded = [...opened.users]
  const redirectTarget = await openRedirectTarget()
  const picture = join(system.logDir, 'picture.png')
  await writeFile(picture, await drawPicture())
  const api = system.processes.api as System['apis'][number]
  let killing: Promise<void> | undefined
  let kills = 0
  const kill = async (random: Random) => {
    kills++
    await api.kill9()
    await sleep(random.float(DOWN_LEAST_MS, DOWN_MOST_MS))
    await api.start()
  }
  return {
    system,
    redirectTarget,
    createUser: () => createUser(system.baseUrl, seeded.shift() as SeededUser, picture),
    async killApi(random) {
      const mine = killing ?? kill(random)
      killing = mine
      await mine
      if (killing === mine) killing = undefined
    },
    kills: () => kills,
    async close() {
      await killing
      await redirectTarget.close()
      await opened.close()
    },
  }
}

async function createUser(baseUrl: string, user: SeededUser, picture: string): Promise<AgentUser> {
  const owner = callAs(baseUrl, await logIn(baseUrl, user))
  const { secret: apiKey } = await owner('POST', '/api/account/keys', {
    body: { name: 'agent', mode: 'test' },
  })
  const call = callAs(baseUrl, { 'x-api-key': apiKey })
  const { product } = await call('POST', '/api/gen/products', { body: { name: 'mug' } })
  const { character } = await call('POST', '/api/gen/characters', { body: { name: 'Mia' } })
  const { cep } = await call('POST', '/api/agent/ceps', { body: { cepText: 'cold', productId: product.id } })
  const image = await finishImage(call)
  return {
    apiKey,
    own: {
      products: [product.id],
      characters: [character.id],
      ceps: [cep.id],
      media: [image],
      completed: [image],
      picture,
    },
  }
}

async function finishImage(call: CallApi): Promise<string> {
  const body = { prompt: 'the first mug', model: 'simulator/ok' }
  const { id } = await call('POST', '/api/gen/image', { body })
  const isFinal = async () => !(await call('GET', `/api/gen/media/${id}`)).waiting
  await waitUntil('the first image is made', isFinal, { withinMs: FINISHED_WITHIN_MS })
  return id
}
