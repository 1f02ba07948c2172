// The composition root: reads the settings, opens the connections, and runs as `api`, `worker` or both.
import { pino } from 'pino'
import { readConfig, WrongSettings } from '#platform/config'
import { openApi } from './open-api.ts'
import { openApp } from './open-app.ts'
import { openMediaWorker } from './open-media-worker.ts'

const roles = process.argv.slice(2)
const knownRoles = ['api', 'worker']
if (roles.length === 0 || roles.some((role) => !knownRoles.includes(role))) {
  console.error('Usage: node server/src/entry/main.ts api | worker | api worker')
  process.exit(2)
}

try {
  await start()
} catch (error) {
  if (!(error instanceof WrongSettings)) throw error
  console.error(error.message)
  process.exit(2)
}

async function start(): Promise<void> {
  const config = readConfig()
  const log = pino({ level: config.logLevel, base: { role: roles.join('+') } })
  const app = openApp(config, log)
  const opened: { close(): Promise<void> }[] = []
  if (roles.includes('api')) opened.push(await openApi(app))
  if (roles.includes('worker')) opened.push(await openMediaWorker(app))
  log.info({ url: config.publicUrl }, 'ready')

  let closing = false
  async function close(signal: string) {
    if (closing) return
    closing = true
    log.info({ signal }, 'closing')
    await Promise.allSettled(opened.map((one) => one.close()))
    const dependencies = [app.storage, app.engine, app.fetcher, app.cleaner, app.db]
    await Promise.allSettled(dependencies.map((one) => one.close()))
    process.exit(0)
  }
  process.on('SIGTERM', close)
  process.on('SIGINT', close)
}
