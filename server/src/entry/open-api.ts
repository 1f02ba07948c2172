import type { AddressInfo } from 'node:net'
import { openHttp } from '#edge/http'
import { routes } from '#edge/routes'
import type { App } from '#platform/app'
import { sweepTempFiles } from '#production/results'

/** Connections that wait to be taken: a crowd of slow ones must not make the system drop honest ones. */
const BACKLOG = 4_096

/** Listens for callers until it is closed; what is under way is answered first. */
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
