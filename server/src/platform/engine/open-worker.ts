import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import * as restate from '@restatedev/restate-sdk'
import type { Logger } from 'pino'
import { cleanText } from '#platform/log'
import { implementRun, type RunSettings, type RunSteps } from './implement-run.ts'
import { healthPaths, isForThisVersion } from './run-version.ts'

export type WorkerSettings = RunSettings & {
  host: string
  port: number
  publicKey: string | undefined
  /** How long `close` waits for running steps: longer than a step with its provider calls and downloads. */
  drainMs: number
  log: Logger
}

export type Worker = {
  port: number
  /** Answers from now on that it is closing, so that another worker takes its runs over; goes on working. */
  announceClose(): void
  /** Begins no more steps and waits for those that run. Runs that only wait continue on another worker. */
  close(): Promise<void>
}

/** So that the last results reach the journal. */
const FLUSH_MS = 100

/** Listens for the engine, which calls our steps. Only calls that the engine signed are accepted. */
export async function openWorker(steps: RunSteps, settings: WorkerSettings): Promise<Worker> {
  const { log } = settings
  const running: Running = { steps: 0, state: 'ready' }
  const handler = restate.createEndpointHandler({
    services: [implementRun(steps, settings)],
    logger: logTransport(log),
    identityKeys: settings.publicKey ? [settings.publicKey] : [],
    defaultServiceOptions: { hooks: [stepHooks(log, running)] },
  })
  const server = http2.createServer((request, response) => {
    if (healthPaths.includes(request.url)) return answerHealth(response, running.state === 'ready')
    if (!isForThisVersion(request.url)) return answerHealth(response, false)
    handler(request, response)
  })
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
    announceClose() {
      running.state = 'closing'
    },
    async close() {
      running.state = 'closed'
      server.close()
      for (const session of sessions) session.close()
      for (const until = Date.now() + settings.drainMs; running.steps > 0 && Date.now() < until; )
        await sleep(20)
      await sleep(FLUSH_MS)
      for (const session of sessions) session.destroy()
    },
  }
}

type Running = { steps: number; state: 'ready' | 'closing' | 'closed' }

/** Other workers and balancers ask this; see `watchEngine`. */
function answerHealth(response: http2.Http2ServerResponse, isReady: boolean): void {
  response.writeHead(isReady ? 200 : 503, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ ok: isReady }))
}

/** The engine sends the step again, by then to another worker. */
class WorkerIsClosing extends Error {}

/** The SDK logs every start, suspend and end. Errors keep their level; the rest is logged as debug. */
function logTransport(log: Logger): restate.LoggerTransport {
  return (meta, message, ...rest) => {
    if (meta.replaying) return
    const level = meta.source === 'USER' || meta.level === 'error' ? meta.level : 'debug'
    const err = rest.find((one) => one instanceof Error)
    log[level === 'trace' ? 'debug' : level](
      { run: meta.context?.invocationId, err },
      cleanText(String(message)),
    )
  }
}

/** Logs the media's id when a step or a run fails, and counts the running steps. */
function stepHooks(log: Logger, running: Running): restate.HooksProvider {
  return ({ request }) => {
    const media = request.target.key
    let stepFailed = false
    return {
      interceptor: {
        run: async (step, next) => {
          if (running.state === 'closed') throw new WorkerIsClosing('this worker is closing')
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
              running.state === 'closed' ||
              (err as { code?: unknown }).code === 'ERR_STREAM_PREMATURE_CLOSE'
            if (!stepFailed && !isExpected) log.error({ media, err }, 'run failed')
            throw err
          }
        },
      },
    }
  }
}
