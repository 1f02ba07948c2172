import { afterAll, beforeAll, inject } from 'vitest'
import { type Db, openDb } from '../src/platform/db/index.ts'
import { type TestClient, testClient } from './use-system.ts'

export type SharedSystem = TestClient & { db: Db }

/**
 * The system that all files share: a running api and worker, spoken to over HTTP. Each test makes its own
 * people in it, so that nobody minds the others.
 */
export function useSharedSystem(): () => SharedSystem {
  let system: SharedSystem
  beforeAll(() => {
    const { baseUrl, databaseUrl } = inject('shared')
    const db = openDb({ url: databaseUrl, poolSize: 4, onIdleError: () => undefined })
    system = { ...testClient(db, baseUrl), db }
  })
  afterAll(() => system?.db.close())
  return () => system
}
