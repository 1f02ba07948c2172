import type { Logger } from 'pino'
import type { App } from '#app'
import type { Config } from '#config'
import { openDb } from '#db'
import { openEngine } from '#engine'
import { openFetcher } from '#fetching'
import { openCleaner } from '#imaging'
import { readKit } from '#kit'
import { openProviders } from '#providers'
import { openStorage } from '#storage'

/** Opens everything the house touches. Nothing connects yet, so it starts whatever is down. */
export const openApp = (config: Config, log: Logger): App => ({
  config,
  log,
  db: openDb({
    url: config.databaseUrl,
    poolSize: config.databasePoolSize,
    onIdleError: (err) => log.warn({ err: err.message }, 'a database connection was lost'),
  }),
  engine: openEngine({ ...config.engine, submitWaitMs: config.submitWaitMs }),
  providers: openProviders(config),
  storage: openStorage(config.s3),
  fetcher: openFetcher({ alsoDenied: config.fetchDenied }),
  cleaner: openCleaner(),
  kit: readKit(),
})
