import { chmod } from 'node:fs/promises'
import { createServer } from 'node:http'
import { closeOnExit } from '../../harness/cleanup/index.ts'
import type { Engine } from './make-container.ts'
import { runDocker } from './run-docker.ts'

/** Takes the calls of the script `docker`: folder and words, each ended by a zero byte, then its input. */
export async function serveEngine(engine: Engine, socket: string): Promise<void> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { texts, rest } = readTexts(Buffer.concat(chunks), 1 + Number(request.headers.words))
    const [folder = '', ...words] = texts
    const print = (text: string) => response.write(text)
    const status = await runDocker(engine, { folder, words, print, input: rest })
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

function readTexts(bytes: Buffer, count: number): { texts: string[]; rest: Buffer } {
  const texts: string[] = []
  let at = 0
  for (; texts.length < count; at = bytes.indexOf(0, at) + 1)
    texts.push(bytes.toString('utf8', at, bytes.indexOf(0, at)))
  return { texts, rest: bytes.subarray(at) }
}
