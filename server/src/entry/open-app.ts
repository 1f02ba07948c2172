import type { Logger } from 'pino'
import { openProviders } from '#adapters/setup'
import { readAgentFiles } from '#platform/agent-files'
import type { App } from '#platform/app'
import { type Config, missingSetting, type ProviderKeys } from '#platform/config'
import { readDashboardFiles, readSiteFiles } from '#platform/dashboard-files'
import { openDb, openReplica } from '#platform/db'
import { openEngine } from '#platform/engine'
import { openFetcher } from '#platform/fetching'
import { setCell } from '#platform/ids'
import { openCleaner, openRenderer } from '#platform/imaging'
import { openStorage } from '#platform/storage'
import { openStripe } from '#platform/stripe'
import { openHeavyWork } from '#platform/turns'

/**
 * Opens everything the service uses. Nothing connects yet, so it starts even when dependencies are down. Only
 * the worker has the keys of providers.
 */
export function openApp(config: Config, log: Logger, keys: ProviderKeys = {}): App {
  setCell(config.cell)
  const providers = openProviders(config, keys)
  if (providers.offers.live.models.length === 0) {
    // In production the service goes on for what it has made, and for test keys.
    if (!config.providers.isProduction) throw missingSetting('SIMULATOR_URL')
    log.warn('no model is offered to live keys: set PROVIDERS')
  }
  const database = {
    url: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    cell: config.cell,
    onIdleError: (err: Error) => log.warn({ err: err.message }, 'a database connection was lost'),
  }
  const db = openDb({ ...database, poolSize: config.databasePoolSize })
  const size = config.heavyPoolSize
  // One connection more than there are turns, so that a statement can be cancelled.
  const replicaUrl = config.databaseReplicaUrl
  const replica =
    replicaUrl === undefined ? undefined : openReplica({ ...database, url: replicaUrl, poolSize: size + 1 })
  return {
    config,
    log,
    db,
    heavy: openHeavyWork({ db: openDb({ ...database, poolSize: size }), others: db, size, replica }),
    engine: openEngine({ ...config.engine, submitWaitMs: config.submitWaitMs }),
    providers,
    storage: openStorage(config.s3),
    stripe: openStripe(config.payments),
    fetcher: openFetcher({ alsoDenied: config.fetchDenied }),
    cleaner: openCleaner(),
    renderer: openRenderer(),
    agentFiles: readAgentFiles(),
    dashboardFiles: readDashboardFiles(config.dashboardDir),
    siteFiles: readSiteFiles(config.docsDir),
    closing: { isAnnounced: false },
  }
}
