import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import * as restate from '@restatedev/restate-sdk'
import type { Logger } from 'pino'
import { implementRun, type RunSettings, type RunSteps } from './implement-run.ts'

export type WorkerSettings = RunSettings & {
  host: string
  port: number
  publicKey: string | undefined
  log: Logger
}

export type Worker = {
  port: number
  /** Takes no new runs and waits for running steps. Runs that only wait are replayed by another worker. */
  close(): Promise<void>
}

const DRAIN_MS = 25_000

/** Listens for the engine, which calls our steps. Only calls that the engine signed are accepted. */
export async function openWorker(steps: RunSteps, settings: WorkerSettings): Promise<Worker> {
  const { log } = settings
  const running = { steps: 0 }
  const handler = restate.createEndpointHandler({
    services: [implementRun(steps, settings)],
    logger: logTransport(log),
    identityKeys: settings.publicKey ? [settings.publicKey] : [],
    defaultServiceOptions: { hooks: [stepHooks(log, running)] },
  })
  const server = http2.createServer(handler)
  const sessions = new Set<http2.ServerHttp2Session>()
  server.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
  })
  await new Promise<void>((done, failed) => {
    server.once('error', failed)
    server.listen(settings.port, settings.host, () => done())
  })
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close()
      for (const session of sessions) session.close()
      for (const until = Date.now() + DRAIN_MS; running.steps > 0 && Date.now() < until; ) await sleep(20)
      await sleep(100) // so that the last results reach the journal
      for (const session of sessions) session.destroy()
    },
  }
}

/** The SDK logs every start, suspend and end. Errors keep their level; the rest is logged as debug. */
function logTransport(log: Logger): restate.LoggerTransport {
  return (meta, message, ...rest) => {
    if (meta.replaying) return
    const level = meta.source === 'USER' || meta.level === 'error' ? meta.level : 'debug'
    const err = rest.find((one) => one instanceof Error)
    log[level === 'trace' ? 'debug' : level]({ run: meta.context?.invocationId, err }, String(message))
  }
}

/** Logs the media's id when a step or a run fails, and counts the running steps. */
function stepHooks(log: Logger, running: { steps: number }): restate.HooksProvider {
  return ({ request }) => {
    const media = request.target.key
    let stepFailed = false
    return {
      interceptor: {
        run: async (step, next) => {
          running.steps++
          try {
            await next()
          } catch (err) {
            stepFailed = true
            log.warn({ media, step, err }, 'step failed and will be repeated')
            throw err
          } finally {
            running.steps--
          }
        },
        handler: async (next) => {
          try {
            await next()
          } catch (err) {
            const isExpected =
              restate.internal.isSuspendedError(err) ||
              (err as { code?: unknown }).code === 'ERR_STREAM_PREMATURE_CLOSE'
            if (!stepFailed && !isExpected) log.error({ media, err }, 'run failed')
            throw err
          }
        },
      },
    }
  }
}
