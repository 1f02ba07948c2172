import type { Logger } from 'pino'
import type { AgentFiles } from '#platform/agent-files'
import type { Config } from '#platform/config'
import type { DashboardFiles, SiteFiles } from '#platform/dashboard-files'
import type { Db } from '#platform/db'
import type { EngineClient } from '#platform/engine'
import type { Fetcher } from '#platform/fetching'
import type { Cleaner, Renderer } from '#platform/imaging'
import type { Metrics } from '#platform/metrics'
import type { Providers } from '#platform/providers'
import type { Scanner } from '#platform/scanner'
import type { Storage } from '#platform/storage'
import type { Stripe } from '#platform/stripe'
import type { Traces } from '#platform/traces'
import type { HeavyWork } from '#platform/turns'

/** Everything the service uses outside its own process. Opened once by openApp, passed as an argument. */
export type App = {
  config: Config
  db: Db
  /** Runs imports, exports, searches and verifications on a few connections of their own. */
  heavy: HeavyWork
  engine: EngineClient
  providers: Providers
  storage: Storage
  /** Looks for malicious content in what providers made; undefined where nobody does. */
  scanner: Scanner | undefined
  /** Takes money for credits; undefined where nothing is sold. */
  stripe: Stripe | undefined
  /** Downloads from URLs that users give; refuses addresses of our own network. */
  fetcher: Fetcher
  /** Re-encodes pictures that come from users, so that they are safe to store. */
  cleaner: Cleaner
  /** Makes renditions of finished pictures, a few at a time. */
  renderer: Renderer
  /** The files that agent hosts download, read once at start. */
  agentFiles: AgentFiles
  /** The built files of the dashboard, read once at start. */
  dashboardFiles: DashboardFiles
  /** The built documents, read once at start. */
  siteFiles: SiteFiles
  log: Logger
  /** What is counted and measured for Prometheus; does nothing when nobody reads it. */
  metrics: Metrics
  /** One trace for each job, sent to a collector; does nothing without one. */
  traces: Traces
  /** Announced: the process still answers, and asks that no more work is sent to it. */
  closing: { isAnnounced: boolean }
}
