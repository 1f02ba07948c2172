import { API_VERSION } from '@atelier/contract'
import type { App } from '#platform/app'
import { serveMetrics } from '#platform/metrics'
import { type Role, startCounting } from './start-counting.ts'

type Opened = { port: number | undefined; close(): Promise<void> }

/** What Prometheus reads of this process, on a port of its own. Without METRICS_PORT there is none. */
export async function openMetricsPort(app: App, role: Role): Promise<Opened> {
  const { host, port } = app.config.metrics
  if (port === undefined) return { port, close: async () => undefined }
  app.metrics.showInfo({ role, version: API_VERSION, cell: app.config.cell })
  const counting = startCounting(app, role)
  const server = await serveMetrics(app.metrics, { host, port })
  return {
    port: server.port,
    close: async () => {
      await Promise.all([counting.stop(), server.close()])
    },
  }
}
