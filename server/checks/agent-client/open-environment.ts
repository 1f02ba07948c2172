import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Ask, callAs } from '../../harness/driver/call-api.ts'
import { drawPicture } from '../../harness/driver/create-content.ts'
import { logIn } from '../../harness/driver/log-in.ts'
import { openSystem, type Seeded } from '../../harness/driver/open-system.ts'
import { type System, waitUntil } from '../../harness/processes/index.ts'
import type { Dice } from '../chaos/roll-dice.ts'
import type { Belongings } from './choose-call.ts'
import { openTrap, type Trap } from './open-trap.ts'

/** Somebody whose agent works here: test keys live sixty times faster, so that nobody waits for renders. */
export type Person = { apiKey: string; own: Belongings }

export type Environment = {
  system: System
  trap: Trap
  /** Somebody new, with one of everything. */
  settle(): Promise<Person>
  /** Kills the api and starts it again; one kill at a time. */
  killApi(dice: Dice): Promise<void>
  kills(): number
  close(): Promise<void>
}

const DOWN_LEAST_MS = 100
const DOWN_MOST_MS = 500
const FINISHED_WITHIN_MS = 30_000

/** In a test key's time this is one and a half seconds: long enough to be polled while it works. */
const SLOW_MS = 90_000

export async function openEnvironment(people: number): Promise<Environment> {
  const env = { SIMULATOR_SLOW_MS: String(SLOW_MS), TICK_SECONDS: '3' }
  const { system, people: seeded, close } = await openSystem('agent-client', people, env)
  const trap = await openTrap()
  const picture = join(system.logDir, 'picture.png')
  await writeFile(picture, await drawPicture())
  const api = system.processes.api as System['apis'][number]
  let killing: Promise<void> | undefined
  let kills = 0
  const kill = async (dice: Dice) => {
    kills++
    await api.kill9()
    await sleep(dice.between(DOWN_LEAST_MS, DOWN_MOST_MS))
    await api.start()
  }
  return {
    system,
    trap,
    settle: () => settle(system.baseUrl, seeded.shift() as Seeded, picture),
    async killApi(dice) {
      const mine = killing ?? kill(dice)
      killing = mine
      await mine
      if (killing === mine) killing = undefined
    },
    kills: () => kills,
    async close() {
      await killing
      await trap.close()
      await close()
    },
  }
}

async function settle(baseUrl: string, person: Seeded, picture: string): Promise<Person> {
  const owner = callAs(baseUrl, await logIn(baseUrl, person))
  const { secret: apiKey } = await owner('POST', '/api/account/keys', {
    body: { name: 'agent', mode: 'test' },
  })
  const ask = callAs(baseUrl, { 'x-api-key': apiKey })
  const { product } = await ask('POST', '/api/gen/products', { body: { name: 'mug' } })
  const { character } = await ask('POST', '/api/gen/characters', { body: { name: 'Mia' } })
  const { cep } = await ask('POST', '/api/agent/ceps', { body: { cepText: 'cold', productId: product.id } })
  const image = await finishImage(ask)
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

async function finishImage(ask: Ask): Promise<string> {
  const body = { prompt: 'the first mug', model: 'simulator/ok' }
  const { id } = await ask('POST', '/api/gen/image', { body })
  const isFinal = async () => !(await ask('GET', `/api/gen/media/${id}`)).waiting
  await waitUntil('the first image is made', isFinal, { withinMs: FINISHED_WITHIN_MS })
  return id
}
