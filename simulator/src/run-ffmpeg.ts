import { execFile } from 'node:child_process'
import { limitConcurrency } from './limit-concurrency.ts'
import { Unavailable } from './unavailable.ts'

const CONCURRENCY_MAX = 2
const TIMEOUT_MS = 60_000
const limited = limitConcurrency(CONCURRENCY_MAX)

/** Runs ffmpeg as a child process; it is killed on timeout and when the simulator exits. */
export function runFfmpeg(args: readonly string[]): Promise<void> {
  return limited(
    () =>
      new Promise((resolve, reject) => {
        const bounds = { timeout: TIMEOUT_MS, killSignal: 'SIGKILL' } as const
        const child = execFile('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], bounds, (error) => {
          process.off('exit', stop)
          if (!error) resolve()
          else if (error.killed) reject(new Unavailable('overloaded', 'The video took too long to render.'))
          else reject(error)
        })
        const stop = () => child.kill('SIGKILL')
        process.on('exit', stop)
      }),
  )
}
