import type { Logger } from 'pino'
import type { Config } from '#config'
import type { Db } from '#db'
import type { EngineClient } from '#engine'
import type { Providers } from '#providers'
import type { Storage } from '#storage'

/** Everything the house may touch outside itself. Made once in main.ts, passed on by hand. */
export type App = {
  config: Config
  db: Db
  engine: EngineClient
  providers: Providers
  storage: Storage
  log: Logger
}
