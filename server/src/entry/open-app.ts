import type { Logger } from 'pino'
import { openProviders, type ProviderCall } from '#adapters/setup'
import { readAgentFiles } from '#platform/agent-files'
import type { App } from '#platform/app'
import { type Config, missingSetting, type ProviderKeys } from '#platform/config'
import { readDashboardFiles } from '#platform/dashboard-files'
import { openDb, openReplica } from '#platform/db'
import { openEngine } from '#platform/engine'
import { openFetcher } from '#platform/fetching'
import { setCell } from '#platform/ids'
import { openCleaner, openRenderer } from '#platform/imaging'
import { newOutages, type Outage, type Outages } from '#platform/log'
import { openStorage } from '#platform/storage'
import { openHeavyWork } from '#platform/turns'

/**
 * Opens everything the service uses. Nothing connects yet, so it starts even when dependencies are down. Only
 * the worker has the keys of providers.
 */
export function openApp(config: Config, log: Logger, keys: ProviderKeys = {}): App {
  setCell(config.cell)
  const outageOf = newOutages(log)
  const providers = openProviders(config, keys, tellOutages(outageOf))
  if (providers.offers.live.models.length === 0) {
    // In production the service goes on for what it has made, and for test keys.
    if (!config.providers.isProduction) throw missingSetting('SIMULATOR_URL')
    log.warn('no model is offered to live keys: set PROVIDERS')
  }
  const db = openDb({ ...databaseOf(config, outageOf('database')), poolSize: config.databasePoolSize })
  return {
    config,
    log,
    db,
    heavy: openHeavy(config, outageOf, db),
    engine: openEngine({
      ...config.engine,
      submitWaitMs: config.submitWaitMs,
      outage: outageOf('engine'),
    }),
    providers,
    storage: openStorage(config.s3, outageOf('storage')),
    fetcher: openFetcher({ alsoDenied: config.fetchDenied }),
    cleaner: openCleaner(),
    renderer: openRenderer(),
    agentFiles: readAgentFiles(),
    dashboardFiles: readDashboardFiles(config.dashboardDir),
    closing: { isAnnounced: false },
  }
}

const databaseOf = (config: Config, outage: Outage) => ({
  url: config.databaseUrl,
  directUrl: config.databaseDirectUrl,
  cell: config.cell,
  // Idle connections are lost together, so they are no outages of their own.
  onIdleError: outage.failed,
  outage,
})

function openHeavy(config: Config, outageOf: Outages, others: App['db']): App['heavy'] {
  const { heavyPoolSize: size, databaseReplicaUrl: url } = config
  const db = openDb({ ...databaseOf(config, outageOf('database')), poolSize: size })
  // One connection more than there are turns, so that a statement can be cancelled.
  const replica =
    url === undefined
      ? undefined
      : openReplica({ ...databaseOf(config, outageOf('replica')), url, poolSize: size + 1 })
  return openHeavyWork({ db, others, size, replica })
}

/** A provider that does not answer is an outage of its own. */
const tellOutages =
  (outageOf: Outages) =>
  ({ provider, call, outcome, isDown }: ProviderCall): void => {
    const outage = outageOf(`provider ${provider}`)
    if (isDown) outage.failed(`${call}: ${outcome}`)
    else outage.worked()
  }
