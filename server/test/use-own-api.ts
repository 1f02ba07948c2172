import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, inject } from 'vitest'
import { asRole } from '../harness/processes/index.ts'
import { openHttp, type Route } from '../src/edge/http/index.ts'
import { openApp } from '../src/entry/open-app.ts'
import type { App } from '../src/platform/app/index.ts'
import { readConfig } from '../src/platform/config/index.ts'

/**
 * Another api on the database of the shared system, in this process, with its own settings and its own cache
 * of callers. It serves only the given routes; engine, storage and provider are unreachable. `change` gets
 * the app before it is used.
 */
export function useOwnApi(
  routes: Route[],
  env: Record<string, string> = {},
  change: (app: App) => void = () => {},
): () => string {
  let close: () => Promise<unknown>
  let url = ''
  beforeAll(async () => {
    const unreachable = 'http://127.0.0.1:9'
    const app = openApp(
      readConfig({
        DATABASE_URL: asRole(inject('shared').databaseUrl, 'atelier_api'),
        DATABASE_POOL_SIZE: '6',
        PUBLIC_URL: inject('shared').baseUrl,
        ENGINE_INGRESS_URL: unreachable,
        ENGINE_ADMIN_URL: unreachable,
        S3_ENDPOINT: unreachable,
        S3_BUCKET: 'none',
        S3_ACCESS_KEY_ID: 'none',
        S3_SECRET_ACCESS_KEY: 'none',
        SIMULATOR_URL: unreachable,
        CALLBACK_SECRET: 'a secret of the tests, of thirty-two characters or more',
        ...env,
      }),
      pino({ level: 'silent' }),
    )
    change(app)
    const http = openHttp(app, routes)
    await http.listen({ host: '127.0.0.1', port: 0 })
    url = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`
    const opened = [http, app.heavy, app.db, app.engine, app.storage]
    close = () => Promise.all(opened.map((one) => one.close()))
  })
  afterAll(() => close?.())
  return () => url
}
