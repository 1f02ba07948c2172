import type { AddressInfo } from 'node:net'
import { type Config, readConfig } from './config.ts'
import { openJournal } from './journal.ts'
import { openServer } from './open-server.ts'
import { startCallbacks } from './send-callbacks.ts'

/** No cleanup is needed: all state is in the journal, and the simulator is built to survive kill -9. */
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(0))

try {
  start(readConfig())
} catch (error) {
  refuseToStart(error)
}

function start(config: Config): void {
  if (config.exitWithParent) {
    process.stdin.on('end', () => process.exit(0))
    process.stdin.on('error', () => process.exit(0))
    process.stdin.resume()
  }
  const journal = openJournal(config.dataFolder)
  const scheduleCallback = config.callbacks ? startCallbacks(journal) : () => {}
  const server = openServer(config, journal, scheduleCallback)
  server.on('error', refuseToStart)
  server.listen(config.port, config.host, () => {
    const { port } = server.address() as AddressInfo
    console.log(`simulator ready on http://${config.host}:${port}`)
  })
}

function refuseToStart(error: unknown): void {
  const { code, message } = error as NodeJS.ErrnoException
  const hint = code === 'EADDRINUSE' ? ' Set SIMULATOR_PORT to a free port.' : ''
  console.error(`simulator cannot start: ${message}${hint}`)
  process.exit(1)
}
