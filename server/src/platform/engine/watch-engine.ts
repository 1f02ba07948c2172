import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { askWorker } from './ask-worker.ts'
import type { Deployment } from './new-engine-admin.ts'
import { EngineAnswer } from './new-sender.ts'
import type { EngineClient } from './open-engine.ts'
import { runUrlOf } from './run-version.ts'
import { takeRunsOver } from './take-runs-over.ts'

/**
 * What a worker learns about the engine. `empty`: it knew no worker, so every run is lost. `back`: it was
 * unreachable, so starts were lost.
 */
export type EngineNews = 'empty' | 'back'

export type EngineWatch = {
  /** How long the engine has been unreachable; 0 while it answers. */
  downMs(): number
  /** Whether the engine has accepted this worker's address. */
  isJoined(): boolean
  stop(): Promise<void>
}

type WatchSettings = {
  engine: EngineClient
  workerUrl: string
  log: Logger
  onNews: (news: EngineNews) => void
  /** Does work in one worker at a time; nothing when another one does it now. */
  alone: (work: () => Promise<void>) => Promise<unknown>
}

const BEAT_MS = 1_000
/** A worker that restarts in less time keeps its address. */
const DEAD_AFTER_MS = 2_500
/** Every address a worker ever had leaves a deployment; unused ones are removed beyond this number. */
const DEPLOYMENTS_KEPT = 8

/**
 * Keeps the runs of the engine on living workers. The engine sends new runs to the worker that registered
 * last, and a started run to the worker that began it, whether they live or not. So each worker looks, every
 * second, at the addresses that the engine uses, and takes over those that do not answer: new runs and
 * started ones continue here. After a release these are the runs of the version before. Returns after the
 * first look, which registers this worker.
 */
export async function watchEngine(settings: WatchSettings): Promise<EngineWatch> {
  const state = { joined: false, stopped: false, downSince: undefined as number | undefined }
  const failing = new Map<string, number>()

  const beat = async () => {
    const known = await settings.engine.listDeployments()
    const isEmpty = known.length === 0
    if (isEmpty || !state.joined) {
      // The code may be new, so the engine must read it again.
      await settings.engine.register(runUrlOf(settings.workerUrl), true)
      state.joined = true
    }
    const wasDown = state.downSince !== undefined
    state.downSince = undefined
    if (isEmpty) settings.log.warn('the engine was empty: every open run is started again')
    if (isEmpty || wasDown) settings.onNews(isEmpty ? 'empty' : 'back')
    await takeOver(settings, known, failing)
    if (known.length > DEPLOYMENTS_KEPT) await removeUnused(settings.engine, known)
  }
  const tryBeat = async () => {
    try {
      await beat()
    } catch (err) {
      // An engine that does not answer is told of as an outage.
      const isAnswer = err instanceof EngineAnswer && err.status < 500
      if (isAnswer && state.downSince === undefined)
        settings.log.warn({ err }, 'the engine refused what a worker asked')
      state.downSince ??= Date.now()
    }
  }
  const loop = async () => {
    for (await sleep(BEAT_MS); !state.stopped; await sleep(BEAT_MS)) await tryBeat()
  }
  await tryBeat()
  const running = loop()
  return {
    downMs: () => (state.downSince === undefined ? 0 : Date.now() - state.downSince),
    isJoined: () => state.joined,
    async stop() {
      state.stopped = true
      await running
    },
  }
}

/**
 * Takes over the runs of workers that have not answered for a while: those of this version by moving their
 * deployments to this worker, those of another version by starting them again.
 */
async function takeOver(
  settings: WatchSettings,
  known: Deployment[],
  failing: Map<string, number>,
): Promise<void> {
  const { engine, log, alone } = settings
  const runUrl = runUrlOf(settings.workerUrl)
  const others = new Set(known.map(({ url }) => url).filter((url) => !isSameUrl(url, runUrl)))
  for (const url of failing.keys()) if (!others.has(url)) failing.delete(url)
  await Promise.all(
    [...others].map(async (url) => {
      const state = await askWorker(url)
      if (state === 'ready') return failing.delete(url)
      const since = failing.get(url) ?? Date.now()
      failing.set(url, since)
      if (state === 'silent' && Date.now() - since < DEAD_AFTER_MS) return
      const left = known.filter((one) => one.url === url)
      log.warn({ worker: url, state }, 'a worker does not take runs any more: they continue here')
      if (isOfThisVersion(url)) for (const { id } of left) await engine.move(id, runUrl)
      // Needs the database, too, and is tried again: a failure says nothing of the engine.
      else
        await alone(() => takeRunsOver(engine, left, { runUrl, failingSince: since })).catch((err) =>
          log.warn({ worker: url, err }, 'runs of another version could not be taken over'),
        )
    }),
  )
}

const isOfThisVersion = (url: string): boolean => isSameUrl(url, runUrlOf(url))

async function removeUnused(engine: EngineClient, known: Deployment[]): Promise<void> {
  const used = await engine.listUsedDeployments()
  for (const { id, isCurrent } of known) if (!isCurrent && !used.has(id)) await engine.remove(id)
}

const isSameUrl = (a: string, b: string): boolean => new URL(a).href === new URL(b).href
