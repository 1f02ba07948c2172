import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean }
type Attribute = { key: string; value: Value }
type Sent = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status: { code?: number }
}
export type Span = Omit<Sent, 'attributes'> & {
  startMs: number
  endMs: number
  attributes: Record<string, unknown>
  isError: boolean
}

export type Collector = {
  url: string
  spans: Span[]
  /** What was received, as text. */
  text: () => string
  of(traceId: string): Span[]
  stop(): Promise<void>
}

const toMs = (nanos: string): number => Number(BigInt(nanos) / 1_000n) / 1_000
const plain = ({ value }: Attribute) => Object.values(value)[0]

const readSpan = ({ attributes, ...sent }: Sent): Span => ({
  ...sent,
  startMs: toMs(sent.startTimeUnixNano),
  endMs: toMs(sent.endTimeUnixNano),
  attributes: Object.fromEntries(attributes.map((one) => [one.key, plain(one)])),
  isError: sent.status?.code === 2,
})

/** A double of a collector: takes traces by OTLP over HTTP, in JSON. */
export async function startCollector(): Promise<Collector> {
  const spans: Span[] = []
  const texts: string[] = []
  const server: Server = createServer(async (request, response) => {
    if (request.url !== '/v1/traces') return void response.writeHead(404).end()
    const body = (await json(request)) as { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] }
    texts.push(JSON.stringify(body))
    for (const { scopeSpans } of body.resourceSpans)
      for (const { spans: sent } of scopeSpans) spans.push(...sent.map(readSpan))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    text: () => texts.join('\n'),
    of: (traceId) => spans.filter((one) => one.traceId === traceId),
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
