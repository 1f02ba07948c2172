import { AsyncLocalStorage } from 'node:async_hooks'
import { randomFillSync } from 'node:crypto'
import { type Attributes, ROOT_CONTEXT, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { TracerProvider } from '@opentelemetry/sdk-trace'
import type { Outage } from '#platform/log'
import { openExporter } from './open-exporter.ts'
import { traceIdsOf } from './trace-ids.ts'

type TraceSettings = {
  /** Of a collector that takes OTLP over HTTP. Without one there are no traces. */
  endpoint: string | undefined
  /** Plain words about this process. */
  process: Record<string, string>
  outage?: Outage
}

/** Something that has just ended. The same fields as in a line of the log: no text of a caller. */
type EndedSpan = { name: string; seconds: number; attributes?: Attributes; isError?: boolean }

export type Traces = {
  /** `work` for a job, as a span of its own; what is noted in it is under it. */
  within<Result>(media: string, name: string, work: () => Promise<Result>): Promise<Result>
  /** Under the work that it was part of. Outside of such work it is left out. */
  note(span: EndedSpan): void
  /** The same for a job that is known. */
  noteOf(media: string, span: EndedSpan): void
  /** The whole of a job, or of a request that is about none. */
  noteWhole(id: string, span: EndedSpan): void
  close(): Promise<void>
}

type Parent = { traceId: string; spanId: string }

const CLOSE_MS = 2_000

export function openTraces({ endpoint, process, outage }: TraceSettings): Traces {
  if (endpoint === undefined) return silent
  const ids = newIds()
  const provider = new TracerProvider({
    resource: resourceFromAttributes(process),
    idGenerator: ids,
    spanProcessors: [openExporter(endpoint, outage)],
  })
  const tracer = provider.getTracer('atelier')
  const current = new AsyncLocalStorage<Parent>()

  /** `own`: its ids, where others know them before it is written. */
  const write = (parent: Parent | undefined, ended: EndedSpan, own?: Parent) => {
    const { name, seconds, attributes = {}, isError } = ended
    const endTime = Date.now()
    ids.next = own
    const span = tracer.startSpan(
      name,
      { startTime: endTime - seconds * 1_000, attributes },
      contextOf(parent),
    )
    ids.next = undefined
    if (isError) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(endTime)
  }
  const jobOf = (id: string): Parent => {
    const { traceId, rootId } = traceIdsOf(id)
    return { traceId, spanId: rootId }
  }
  /** The work for that job which goes on here, or the job itself. */
  const parentOf = (media: string): Parent => {
    const job = jobOf(media)
    const inner = current.getStore()
    return inner?.traceId === job.traceId ? inner : job
  }
  return {
    async within(media, name, work) {
      const parent = parentOf(media)
      const spanId = ids.newSpanId()
      const startedAt = performance.now()
      let isError = true
      try {
        const result = await current.run({ traceId: parent.traceId, spanId }, work)
        isError = false
        return result
      } finally {
        const seconds = (performance.now() - startedAt) / 1_000
        write(parent, { name, seconds, attributes: { media }, isError }, { traceId: parent.traceId, spanId })
      }
    },
    note(span) {
      const parent = current.getStore()
      if (parent) write(parent, span)
    },
    noteOf: (media, span) => write(parentOf(media), { ...span, attributes: { media, ...span.attributes } }),
    noteWhole: (id, span) => write(undefined, span, jobOf(id)),
    close: () => withinTime(provider.shutdown()),
  }
}

const silent: Traces = {
  within: (_media, _name, work) => work(),
  note: () => undefined,
  noteOf: () => undefined,
  noteWhole: () => undefined,
  close: async () => undefined,
}

const contextOf = (parent: Parent | undefined) =>
  parent
    ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, traceFlags: TraceFlags.SAMPLED, isRemote: true })
    : ROOT_CONTEXT

/** Random bytes for so many ids at once: to ask for each takes ten times as long. */
const POOL_BYTES = 4_096
const ID_BYTES = 8

/** Makes random ids, but for the next span those that it is told. */
function newIds() {
  const pool = Buffer.alloc(POOL_BYTES)
  let used = POOL_BYTES
  const newSpanId = (): string => {
    if (used === POOL_BYTES) {
      randomFillSync(pool)
      used = 0
    }
    used += ID_BYTES
    return pool.toString('hex', used - ID_BYTES, used)
  }
  const ids = {
    next: undefined as Parent | undefined,
    newSpanId,
    generateTraceId: (): string => ids.next?.traceId ?? newSpanId() + newSpanId(),
    generateSpanId: (): string => ids.next?.spanId ?? newSpanId(),
  }
  return ids
}

/** A collector that does not answer must not hold up the end of the process. */
const withinTime = (work: Promise<void>): Promise<void> =>
  Promise.race([work.catch(() => undefined), new Promise<void>((done) => setTimeout(done, CLOSE_MS).unref())])
