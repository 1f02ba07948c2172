import type { AddressInfo } from 'node:net'
import type { App } from '#app'
import { openHttp } from '#http'
import { routes } from '#routes'

/** Listens for callers until it is closed; what is under way is answered first. */
export async function openApi(app: App): Promise<{ port: number; close(): Promise<void> }> {
  const http = openHttp(app, routes)
  await http.listen({ host: app.config.host, port: app.config.port })
  return {
    port: (http.server.address() as AddressInfo).port,
    close: async () => {
      await http.close()
    },
  }
}
