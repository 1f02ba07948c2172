import { createServer } from 'node:http'
import type { App } from '#platform/app'
import { readReadiness } from '#production/admission'

const REQUEST_MS = 5_000

/**
 * Answers `/health/live` and `/health/ready` of a worker, over HTTP/1.1: on its other port it talks only to
 * the engine and to other workers. Without `WORKER_HEALTH_PORT` there is none.
 */
export async function openWorkerHealth(app: App): Promise<{ close(): Promise<void> }> {
  const { host, healthPort } = app.config.worker
  if (healthPort === undefined) return { close: async () => undefined }
  const server = createServer({ requestTimeout: REQUEST_MS }, async ({ url }, response) => {
    const isKnown = url === '/health/live' || url === '/health/ready'
    const isReady = url === '/health/live' || (isKnown && (await isWorkerReady(app)))
    response.writeHead(isKnown ? (isReady ? 200 : 503) : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ok: isReady }))
  })
  await new Promise<void>((done, failed) => {
    server.once('error', failed)
    server.listen(healthPort, host, done)
  })
  return {
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

const isWorkerReady = async (app: App): Promise<boolean> =>
  !app.closing.isAnnounced && (await readReadiness(app)).failing.length === 0
