import http2 from 'node:http2'

const ANSWER_MS = 1_500

/** `closing`: it answers, and asks not to get new runs. `silent`: the process is gone, or it is stopped. */
export type WorkerState = 'ready' | 'closing' | 'silent'

/** Asks the worker at this address whether it takes runs. */
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
    const stream = session.request({ ':path': '/health' })
    stream.on('error', () => end('silent'))
    stream.on('response', (headers) => end(headers[':status'] === 503 ? 'closing' : 'ready'))
    stream.end()
  })
}
