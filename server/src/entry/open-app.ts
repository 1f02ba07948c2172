import { API_VERSION } from '@atelier/contract'
import type { Logger } from 'pino'
import { openProviders, type ProviderCall } from '#adapters/setup'
import { readAgentFiles } from '#platform/agent-files'
import type { App } from '#platform/app'
import { type Config, missingSetting, type ProviderKeys } from '#platform/config'
import { readDashboardFiles, readSiteFiles } from '#platform/dashboard-files'
import { openDb, openReplica } from '#platform/db'
import { openEngine } from '#platform/engine'
import { openFetcher } from '#platform/fetching'
import { setCell } from '#platform/ids'
import { openCleaner, openRenderer } from '#platform/imaging'
import { newOutages, type Outages } from '#platform/log'
import { type Metrics, openMetrics } from '#platform/metrics'
import { openScanner } from '#platform/scanner'
import { openStorage } from '#platform/storage'
import { openStripe } from '#platform/stripe'
import { openTraces, type Traces } from '#platform/traces'
import { openHeavyWork } from '#platform/turns'

/**
 * Opens everything the service uses. Nothing connects yet, so it starts even when dependencies are down. Only
 * the worker has the keys of providers.
 */
export function openApp(config: Config, log: Logger, keys: ProviderKeys = {}): App {
  setCell(config.cell)
  const metrics = openMetrics({ isOn: config.metrics.port !== undefined })
  const outageOf = newOutages(log, metrics.showOutage)
  const traces = openTraces({
    endpoint: config.traces.endpoint,
    process: processOf(config),
    outage: outageOf('traces'),
  })
  const parts = { config, metrics, traces, outageOf }
  const providers = openProviders(config, keys, tellCalls(parts))
  if (providers.offers.live.models.length === 0) {
    // In production the service goes on for what it has made, and for test keys.
    if (!config.providers.isProduction) throw missingSetting('SIMULATOR_URL')
    log.warn('no model is offered to live keys: set PROVIDERS')
  }
  const db = openDb({ ...databaseOf(parts, 'database', 'main'), poolSize: config.databasePoolSize })
  return {
    config,
    log,
    metrics,
    traces,
    db,
    heavy: openHeavy(parts, db),
    engine: openEngine({
      ...config.engine,
      submitWaitMs: config.submitWaitMs,
      outage: outageOf('engine'),
    }),
    providers,
    storage: openStorage(config.s3, {
      outage: outageOf('storage'),
      note: (method, seconds, status) =>
        traces.note({ name: `storage ${method}`, seconds, attributes: { status }, isError: status >= 500 }),
    }),
    scanner: openScanner(config.scanner, outageOf('scanner')),
    stripe: openStripe(config.payments, outageOf('stripe')),
    fetcher: openFetcher({ alsoDenied: config.fetchDenied }),
    cleaner: openCleaner(),
    renderer: openRenderer(),
    agentFiles: readAgentFiles(),
    dashboardFiles: readDashboardFiles(config.dashboardDir),
    siteFiles: readSiteFiles(config.docsDir),
    closing: { isAnnounced: false },
  }
}

type Parts = { config: Config; metrics: Metrics; traces: Traces; outageOf: Outages }

const processOf = ({ cell }: Config) => ({
  'service.name': 'atelier',
  'service.version': API_VERSION,
  cell,
})

/** `part`: which server it is, in an outage. `pool`: which of our pools. */
function databaseOf({ config, metrics, outageOf }: Parts, part: string, pool: string) {
  const outage = outageOf(part)
  return {
    url: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    cell: config.cell,
    // Idle connections are lost together, so they are no outages of their own.
    onIdleError: outage.failed,
    outage,
    watch: {
      waited: (seconds: number) => metrics.observePoolWait(pool, seconds),
      follow: (read: Parameters<Metrics['followPool']>[1]) => metrics.followPool(pool, read),
    },
  }
}

function openHeavy(parts: Parts, others: App['db']): App['heavy'] {
  const { heavyPoolSize: size, databaseReplicaUrl: url } = parts.config
  const db = openDb({ ...databaseOf(parts, 'database', 'heavy'), poolSize: size })
  // One connection more than there are turns, so that a statement can be cancelled.
  const replica =
    url === undefined
      ? undefined
      : openReplica({ ...databaseOf(parts, 'replica', 'replica'), url, poolSize: size + 1 })
  return openHeavyWork({ db, others, size, replica })
}

/** A provider that does not answer is an outage of its own. */
const tellCalls =
  ({ metrics, traces, outageOf }: Parts) =>
  (call: ProviderCall): void => {
    metrics.countProviderCall(call)
    const { provider, outcome, seconds, isDown } = call
    traces.note({
      name: `provider ${call.call}`,
      seconds,
      attributes: { provider, outcome },
      isError: isDown,
    })
    const outage = outageOf(`provider ${call.provider}`)
    if (call.isDown) outage.failed(`${call.call}: ${call.outcome}`)
    else outage.worked()
  }
