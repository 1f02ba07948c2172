import { chmod } from 'node:fs/promises'
import { createServer } from 'node:http'
import { closeOnExit } from '../../harness/cleanup/index.ts'
import type { Engine } from './make-container.ts'
import { runDocker } from './run-docker.ts'

/** Takes the calls of the script `docker`: the folder and the words, each ended by a zero byte. */
export async function serveEngine(engine: Engine, socket: string): Promise<void> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const [folder = '', ...words] = Buffer.concat(chunks).toString().split('\0').slice(0, -1)
    const status = await runDocker(engine, { folder, words, print: (text) => response.write(text) })
    response.end(`\n--- status ${status}\n`)
  })
  // A build is silent for minutes.
  server.requestTimeout = 0
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  await chmod(socket, 0o666)
  closeOnExit(async () => {
    server.closeAllConnections()
    server.close()
  })
}
