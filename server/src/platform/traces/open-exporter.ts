import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace'
import type { Outage } from '#platform/log'

const SEND_MS = 5_000
/** What a collector has not taken by then is dropped: 2 MB at most, and nobody waits. */
const QUEUED_MAX = 4_096
const BATCH_MAX = 512
const EVERY_MS = 1_000

/** Sends ended spans in the background. `outage` is told whether the collector takes them. */
export function openExporter(endpoint: string, outage?: Outage): BatchSpanProcessor {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  const inner = new OTLPTraceExporter({ url, timeoutMillis: SEND_MS })
  const exporter: SpanExporter = {
    export(spans, done) {
      inner.export(spans, (result) => {
        if (result.code === 0) outage?.worked()
        else outage?.failed(result.error ?? 'it refused traces')
        done(result)
      })
    },
    shutdown: () => inner.shutdown(),
    forceFlush: () => inner.forceFlush(),
  }
  return new BatchSpanProcessor({
    exporter,
    maxQueueSize: QUEUED_MAX,
    maxExportBatchSize: BATCH_MAX,
    scheduledDelayMillis: EVERY_MS,
    exportTimeoutMillis: SEND_MS,
  })
}
