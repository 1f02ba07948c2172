import type { AddressInfo } from 'node:net'
import { openHttp } from '#edge/http'
import { routes } from '#edge/routes'
import type { App } from '#platform/app'
import { missingSetting } from '#platform/config'
import { sweepTempFiles } from '#production/results'
import { acceptWaiting } from './accept-waiting.ts'
import type { OpenProcess } from './open-process.ts'
import { printSetupLink } from './print-setup-link.ts'

/** The queue of unaccepted connections: many slow clients must not make the kernel drop other ones. */
const BACKLOG = 4_096
const CLOSE_IDLE_MS = 100

/** Listens for requests. Closing waits until the running ones are answered. */
export async function openApi(app: App): Promise<OpenProcess> {
  // Who must switch a second factor on, and cannot, could do nothing at all.
  if (app.config.secondFactor !== 'optional' && app.config.factorKeys.length === 0)
    throw missingSetting('FACTOR_KEYS')
  await sweepTempFiles(app.config.tempDir)
  const http = openHttp(app, routes)
  // A client that is told so opens its next connection elsewhere, and never meets one that we are closing.
  http.server.prependListener('request', (_, response) => {
    if (app.closing.isAnnounced) response.shouldKeepAlive = false
  })
  const printing = printSetupLink(app)
  await http.listen({ host: app.config.host, port: app.config.port, backlog: BACKLOG })
  return {
    port: (http.server.address() as AddressInfo).port,
    announceClose: () => undefined,
    close: async () => {
      await printing
      await acceptWaiting(http.server)
      // A connection whose last request was under way at the beginning is left idle by its answer.
      const timer = setInterval(() => http.server.closeIdleConnections(), CLOSE_IDLE_MS)
      await http.close()
      clearInterval(timer)
    },
  }
}
