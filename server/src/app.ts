import type { Logger } from 'pino'
import type { Config } from '#config'
import type { Db } from '#db'
import type { EngineClient } from '#engine'
import type { Fetcher } from '#fetching'
import type { Cleaner } from '#imaging'
import type { Kit } from '#kit'
import type { Providers } from '#providers'
import type { Storage } from '#storage'

/** Everything the house may touch outside itself. Made once in main.ts, passed on by hand. */
export type App = {
  config: Config
  db: Db
  engine: EngineClient
  providers: Providers
  storage: Storage
  /** Opens addresses that users give, and nothing inside the house. */
  fetcher: Fetcher
  /** Makes pictures that came from outside safe to keep. */
  cleaner: Cleaner
  /** What agents install, read once. */
  kit: Kit
  log: Logger
}
