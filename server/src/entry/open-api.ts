import type { AddressInfo } from 'node:net'
import { openHttp } from '#edge/http'
import { routes } from '#edge/routes'
import type { App } from '#platform/app'
import { sweepTempFiles } from '#production/results'

/** The queue of unaccepted connections: many slow clients must not make the kernel drop other ones. */
const BACKLOG = 4_096

/** Listens for requests. Closing waits until the running ones are answered. */
export async function openApi(app: App): Promise<{ port: number; close(): Promise<void> }> {
  await sweepTempFiles(app.config.tempDir)
  const http = openHttp(app, routes)
  await http.listen({ host: app.config.host, port: app.config.port, backlog: BACKLOG })
  return {
    port: (http.server.address() as AddressInfo).port,
    close: async () => {
      await http.close()
    },
  }
}
