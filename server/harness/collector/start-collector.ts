import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Collector = {
  readonly url: string
  /** How many calls with spans it has taken. */
  readonly calls: number
  /** From now on it takes connections and answers nothing. */
  hang(): void
  stop(): Promise<void>
}

/** Receives traces by OTLP over HTTP in JSON, and writes each call as a line of a file. */
export async function startCollector(file?: string): Promise<Collector> {
  let calls = 0
  let isHanging = false
  const answer = (response: ServerResponse, status: number) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (isHanging) return
    if (request.url !== '/v1/traces') return void answer(response, 404)
    calls++
    if (file) appendFileSync(file, `${body}\n`)
    answer(response, 200)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get calls() {
      return calls
    },
    hang() {
      isHanging = true
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
