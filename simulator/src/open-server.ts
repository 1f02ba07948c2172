import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from './config.ts'
import { createFileCache } from './file-cache.ts'
import type { Journal } from './journal.ts'
import { findReference, type JobRequest, parseJobRequest } from './parse-job-request.ts'
import { hashKeys, isSampled } from './random.ts'
import { refusals, type Scenario, scenarioOf, scenarios } from './scenarios.ts'
import { sendFile } from './send-file.ts'
import { Unavailable } from './unavailable.ts'
import { endsAt, type Job, type JobView, viewJob } from './view-job.ts'

const BODY_BYTES_MAX = 256 << 10
/** Longer than clients keep idle connections: they close first, so no request hits a closing connection. */
const KEEP_ALIVE_MS = 75_000
/** At any percentage, a caller that tries three times gets its file. */
const CUTS_PER_FILE_MAX = 2

interface ServerContext {
  config: Config
  journal: Journal
  scheduleCallback: (job: Job) => void
  loadFile: ReturnType<typeof createFileCache>
}

/** The HTTP protocol. No framework and no log per request: a load test runs on the same cores. */
export function openServer(config: Config, journal: Journal, scheduleCallback: (job: Job) => void): Server {
  const context: ServerContext = {
    config,
    journal,
    scheduleCallback,
    loadFile: createFileCache(config.dataFolder),
  }
  const server = createServer((req, res) => {
    handleRequest(context, req, res).catch((error: unknown) => {
      // The caller disconnected: there is no one to respond to and nothing to report.
      if (req.socket.destroyed || res.headersSent) return void res.destroy()
      if (error instanceof Unavailable) return sendError(res, 503, error.code, error.message)
      console.error(error)
      sendError(res, 500, 'internal', 'The simulator has a bug; see its error output.')
    })
  })
  server.keepAliveTimeout = KEEP_ALIVE_MS
  return server
}

async function handleRequest(
  context: ServerContext,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const base = readBaseUrl(req, context.config)
  const [pathname = '', query = ''] = (req.url ?? '').split('?')
  const [version, resource, id, index] = pathname.slice(1).split('/')
  if (req.method === 'POST' && pathname === '/v1/jobs') return handleSubmit(context, req, res)
  if (req.method !== 'GET') return sendNotFound(res)
  if (version === 'v1' && resource === 'jobs' && id !== undefined && index === undefined) {
    const job = context.journal.jobs.get(id)
    return job ? sendJson(res, 200, withVersions(context.journal, job, base)) : sendNotFound(res)
  }
  if (version === 'v1' && resource === 'files' && id !== undefined && index !== undefined) {
    return handleDownload(context, req, res, { id, name: index, query })
  }
  switch (pathname) {
    case '/v1/jobs': {
      const now = Date.now()
      const jobs = context.journal
        .jobsOf(new URLSearchParams(query).get('reference') ?? '')
        .map((job) => viewJob(job, now, base))
      return sendJson(res, 200, { jobs })
    }
    case '/v1/models': {
      const models = Object.entries(scenarios).map(([model, { description }]) => ({ id: model, description }))
      return sendJson(res, 200, { models })
    }
    case '/health':
      return sendJson(res, 200, { status: 'ok' })
    case '/__double/log':
      return sendJson(res, 200, buildLog(context.journal))
    default:
      return sendNotFound(res)
  }
}

async function handleSubmit(
  context: ServerContext,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const { config, journal } = context
  const body = await readJson(req)
  const request = parseJobRequest(body)
  const at = Date.now()
  if (typeof request === 'string') {
    journal.append({ kind: 'invalid', at, reference: findReference(body) })
    return sendError(res, 400, 'invalid_input', request)
  }
  const scenario = scenarioOf(request)
  const refusal = findRefusal(journal, scenario, request.reference)
  if (refusal) {
    journal.append({ kind: 'refused', at, reference: request.reference })
    const [status, code, message] = refusal
    return sendError(res, status, code, message)
  }
  const job = createJob(config, request, journal.counts.accepted + 1, at)
  const lost =
    scenario.submit === 'reply lost' || isSampled(config.lostReplyPercent, config.seed, 'reply', job.number)
  journal.append({ kind: lost ? 'lost' : 'accepted', at, job })
  if (scenario.submit === 'held' || scenario.submit === 'held and lost')
    return answerHeld(context, res, job, scenario.submit)
  context.scheduleCallback(job)
  if (lost) req.socket.destroy()
  else sendJson(res, 202, { id: job.id, status: 'queued' })
}

function findRefusal(journal: Journal, { submit }: Scenario, reference: string) {
  const isFirst = !journal.submits.some((one) => one.reference === reference)
  if (submit === 'refused once') return isFirst ? refusals.refused : undefined
  return submit in refusals ? refusals[submit as keyof typeof refusals] : undefined
}

/** What one file costs, as an answer with files says it. */
const COST_MICROS = 40_000

/** As providers do that have no jobs: the answer comes when the files are made, and has them in it. */
async function answerHeld(
  context: ServerContext,
  res: ServerResponse,
  job: Job,
  submit: 'held' | 'held and lost',
): Promise<void> {
  await sleep(job.durationMs)
  if (submit === 'held and lost') return void res.destroy()
  const indexes = Array.from({ length: job.n }, (_, index) => index)
  const files = await Promise.all(indexes.map((index) => context.loadFile(job, index)))
  const data = files.map(({ bytes }) => ({ b64_json: Buffer.from(bytes).toString('base64') }))
  sendJson(res, 200, { created: job.acceptedAt, data, usage: { costMicros: job.n * COST_MICROS } })
}

function createJob(config: Config, request: JobRequest, number: number, acceptedAt: number): Job {
  const scenario = scenarioOf(request)
  const durationMs = scenario.durationMs(request.kind === 'video' ? videoDurations(config) : config)
  return {
    id: newId(),
    number,
    ...request,
    seed: hashKeys(config.seed, number, request.prompt),
    longSidePixels: config.longSidePixels,
    acceptedAt,
    ...(durationMs === undefined ? {} : { durationMs }),
  }
}

function videoDurations({ videoMs, slowMs }: Config) {
  return { renderMs: videoMs, slowMs: Math.max(videoMs, slowMs) }
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Not seeded, unlike all else here: after the journal is deleted, no earlier id may be used again. */
function newId(): string {
  return `sim_${Array.from(randomBytes(22), (byte) => BASE62[byte % 62]).join('')}`
}

async function handleDownload(
  context: ServerContext,
  req: IncomingMessage,
  res: ServerResponse,
  { id, name, query }: { id: string; name: string; query: string },
) {
  const { config, journal } = context
  const job = journal.jobs.get(id)
  const files = job ? viewJob(job, Date.now(), '').files : []
  const index = files.findIndex(({ url }) => url.endsWith(`/${name}`))
  if (!job || index < 0) return sendNotFound(res)
  const { files: kind } = scenarioOf(job)
  const isFirst = Number(new URLSearchParams(query).get('v')) === 0
  if (kind === 'gone' || (kind === 'expired' && isFirst)) {
    journal.append({ kind: 'download', file: `${id}/${index}`, cut: false })
    return sendError(res, 410, 'expired', 'This address has expired.')
  }
  if (kind === 'last one broken' && index === files.length - 1)
    return void res.writeHead(200, { 'content-type': 'image/png' }).end('<html>Not a picture</html>')
  const file = await context.loadFile(job, index)
  if (req.headers['if-none-match'] === file.etag) return void res.writeHead(304, { etag: file.etag }).end()
  const key = `${id}/${index}`
  const nth = journal.downloadsOf(key) + 1
  const cut =
    nth <= CUTS_PER_FILE_MAX &&
    isSampled(config.cutDownloadPercent, config.seed, 'cut', job.number, index, nth)
  journal.append({ kind: 'download', file: key, cut })
  sendFile(req, res, file, cut)
}

/** The address of a file that may expire counts how often it was downloaded before. */
function withVersions(journal: Journal, job: Job, base: string): JobView {
  const view = viewJob(job, Date.now(), base)
  const { files } = scenarioOf(job)
  if (files !== 'expired') return view
  const urlOf = (url: string, index: number) => `${url}?v=${journal.downloadsOf(`${job.id}/${index}`)}`
  return { ...view, files: view.files.map((file, index) => ({ ...file, url: urlOf(file.url, index) })) }
}

/** What a checker compares with its own records: every submit, every job with its outcome, and the totals. */
function buildLog(journal: Journal) {
  const now = Date.now()
  const jobs = Array.from(journal.jobs.values(), (job) => {
    const { status } = viewJob(job, now, '')
    const ended = status === 'succeeded' || status === 'failed'
    return {
      jobId: job.id,
      reference: job.reference,
      model: job.model,
      kind: job.kind,
      references: job.references.length,
      acceptedAt: job.acceptedAt,
      finishedAt: ended ? (endsAt(job) ?? null) : null,
      outcome: ended ? status : null,
    }
  })
  return { submits: journal.submits, jobs, counts: journal.counts }
}

/** Returns `undefined` when the body is not JSON or too long; `parseJobRequest` then rejects it. */
async function readJson(req: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of req) {
    sizeBytes += chunk.length
    if (sizeBytes <= BODY_BYTES_MAX) chunks.push(chunk)
  }
  if (sizeBytes > BODY_BYTES_MAX) return undefined
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}

/** The address that the caller used; in a container network it differs from the listening address. */
function readBaseUrl(req: IncomingMessage, config: Config): string {
  const host = req.headers.host ?? ''
  return `http://${/^[\w.:[\]-]{1,255}$/.test(host) ? host : `${config.host}:${config.port}`}`
}

function sendJson(res: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body)
  res
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    .end(text)
}

function sendError(res: ServerResponse, status: number, code: string, message: string): void {
  sendJson(res, status, { error: { code, message } })
}

function sendNotFound(res: ServerResponse): void {
  sendError(res, 404, 'not_found', 'There is nothing here.')
}
