import type { App } from '#platform/app'

/** How long the last jobs of a model took, and whether its provider calls back when one is done. */
export type KnownTimes = { soonestMs: number; latestMs: number; callsBack: boolean }

/** `calledBack`: the job was seen because of a callback, before the next check was due. */
export type Render = { model: string; ms: number; calledBack: boolean }

type TimesRow = { model: string; recent_ms: number[]; recent_called: boolean[] }
type Memory = { unsaved: Render[]; known: Map<string, KnownTimes>; readAt: number }

/** So many jobs are remembered for each model. */
const RECENT = 32
/** Fewer say nothing. */
const KNOWN_FROM = 5
const CALLS_BACK_SHARE = 0.8
/** A tenth may be faster than the soonest, or slower than the latest: single jobs say nothing. */
const OUTSIDE_SHARE = 0.1
/** Also when this worker has nothing to add: others may. */
const READ_EVERY_MS = 10_000

const memoryOf = new WeakMap<App['config'], Memory>()

function remember({ config }: App): Memory {
  const memory = memoryOf.get(config) ?? { unsaved: [], known: new Map(), readAt: Number.NEGATIVE_INFINITY }
  memoryOf.set(config, memory)
  return memory
}

/** What is known of a model, in this process, as of the last seconds. */
export const knownTimesOf = (app: App, model: string): KnownTimes | undefined =>
  remember(app).known.get(model)

/** Remembers how long a job took, until it is saved. */
export function recordRender(app: App, render: Render): void {
  const { unsaved } = remember(app)
  unsaved.push(render)
  if (unsaved.length > RECENT * 32) unsaved.shift()
}

/** Saves what this worker saw and reads what all workers saw. Called every second; mostly there is little. */
export async function shareModelTimes(app: App): Promise<void> {
  const memory = remember(app)
  const unsaved = memory.unsaved.splice(0)
  for (const [model, renders] of Map.groupBy(unsaved, (one) => one.model)) {
    const last = renders.slice(-RECENT)
    await app.db.row(
      `insert into model_times as known (model, recent_ms, recent_called) values ($1, $2, $3)
       on conflict (model) do update set
         recent_ms = (known.recent_ms || excluded.recent_ms)[$4 + cardinality(known.recent_ms) - ${RECENT}:],
         recent_called =
           (known.recent_called || excluded.recent_called)[$4 + cardinality(known.recent_ms) - ${RECENT}:]`,
      [
        model,
        last.map(({ ms }) => Math.round(ms)),
        last.map(({ calledBack }) => calledBack),
        last.length + 1,
      ],
    )
  }
  if (unsaved.length === 0 && performance.now() - memory.readAt < READ_EVERY_MS) return
  const rows = await app.db.rows<TimesRow>(`select model, recent_ms, recent_called from model_times`)
  memory.known = new Map(rows.flatMap(summarize))
  memory.readAt = performance.now()
}

function summarize({ model, recent_ms, recent_called }: TimesRow): [string, KnownTimes][] {
  if (recent_ms.length < KNOWN_FROM) return []
  const called = recent_called.filter(Boolean).length
  const callsBack = called >= recent_called.length * CALLS_BACK_SHARE
  const sorted = recent_ms.toSorted((a, b) => a - b)
  const outside = Math.floor(sorted.length * OUTSIDE_SHARE)
  const [soonestMs, latestMs] = [sorted.at(outside) as number, sorted.at(-1 - outside) as number]
  return [[model, { soonestMs, latestMs, callsBack }]]
}
