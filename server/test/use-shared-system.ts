import { afterAll, beforeAll, inject } from 'vitest'
import { type Db, openDb } from '../src/platform/db/index.ts'
import { type TestClient, testClient } from './use-system.ts'

export type SharedSystem = TestClient & { db: Db }

/**
 * The system that all test files share: a running api and worker, called over HTTP. Each test creates its own
 * users, so that tests do not affect each other.
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
