import { afterAll, beforeAll, inject } from 'vitest'
import { type Db, openDb } from '../src/platform/db/index.ts'
import { type Hands, hands } from './house.ts'

export type SharedHouse = Hands & { db: Db }

/**
 * The house that all files share: a running api and worker, spoken to over HTTP. Each test makes its own
 * people in it, so that nobody minds the others.
 */
export function useSharedHouse(): () => SharedHouse {
  let house: SharedHouse
  beforeAll(() => {
    const { baseUrl, databaseUrl } = inject('shared')
    const db = openDb({ url: databaseUrl, poolSize: 4, onIdleError: () => undefined })
    house = { ...hands(db, baseUrl), db }
  })
  afterAll(() => house?.db.close())
  return () => house
}
