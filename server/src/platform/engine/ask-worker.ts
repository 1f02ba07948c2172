import http2 from 'node:http2'

const ANSWER_MS = 1_500

/**
 * `closing`: it answers, and does not take runs: it is about to end, or has another version of the workflow.
 * `silent`: the process is gone, or it is stopped.
 */
export type WorkerState = 'ready' | 'closing' | 'silent'

/** Asks whether there is a worker at this address, which includes the version, that takes runs. */
export function askWorker(url: string): Promise<WorkerState> {
  return new Promise((done) => {
    let session: http2.ClientHttp2Session
    const end = (state: WorkerState) => {
      clearTimeout(timeout)
      session?.destroy()
      done(state)
    }
    const timeout = setTimeout(() => end('silent'), ANSWER_MS)
    session = http2.connect(url)
    session.on('error', () => end('silent'))
    const path = new URL(url).pathname.replace(/\/$/, '')
    const stream = session.request({ ':path': `${path}/health` })
    stream.on('error', () => end('silent'))
    stream.on('response', (headers) => end(headers[':status'] === 503 ? 'closing' : 'ready'))
    stream.end()
  })
}
