// The composition root: reads the settings, opens the connections, and runs as `api` or `worker`. Each logs
// in to the database with a role of its own, so one process cannot be both.
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig, readProviderKeys, WrongSettings } from '#platform/config'
import { openLog } from '#platform/log'
import { openApi } from './open-api.ts'
import { openApp } from './open-app.ts'
import { openMediaWorker } from './open-media-worker.ts'
import { openMetricsPort } from './open-metrics-port.ts'
import { refuseOtherDatabase } from './refuse-other-database.ts'

const [role = '', ...rest] = process.argv.slice(2)
if ((role !== 'api' && role !== 'worker') || rest.length > 0) {
  console.error('Usage: node server/src/entry/main.ts api | worker')
  process.exit(2)
}

try {
  await start(role)
} catch (error) {
  if (!(error instanceof WrongSettings)) throw error
  console.error(error.message)
  process.exit(2)
}

async function start(role: 'api' | 'worker'): Promise<void> {
  const config = readConfig()
  const log = openLog({ level: config.logLevel, role })
  const keys = role === 'worker' ? readProviderKeys(config.providers.names) : {}
  const app = openApp(config, log, keys)
  await refuseOtherDatabase(app)
  const metricsPort = await openMetricsPort(app, role)
  const opened = role === 'api' ? await openApi(app) : await openMediaWorker(app)
  log.info({ url: config.publicUrl }, 'ready')

  let closing = false
  async function close(signal: string) {
    if (closing) return
    closing = true
    log.info({ signal }, 'closing')
    app.closing.isAnnounced = true
    opened.announceClose()
    await sleep(config.shutdownWaitMs)
    await Promise.allSettled([opened.close()])
    await metricsPort.close()
    await app.traces.close()
    const { storage, engine, fetcher, cleaner, renderer, heavy, db } = app
    const dependencies = [storage, engine, fetcher, cleaner, renderer, heavy, db]
    await Promise.allSettled(dependencies.map((one) => one.close()))
    process.exit(0)
  }
  process.on('SIGTERM', close)
  process.on('SIGINT', close)
}
