import type { Logger } from 'pino'
import type { AgentFiles } from '#platform/agent-files'
import type { Config } from '#platform/config'
import type { Db } from '#platform/db'
import type { EngineClient } from '#platform/engine'
import type { Fetcher } from '#platform/fetching'
import type { Cleaner } from '#platform/imaging'
import type { Providers } from '#platform/providers'
import type { Storage } from '#platform/storage'

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
  agentFiles: AgentFiles
  log: Logger
}
