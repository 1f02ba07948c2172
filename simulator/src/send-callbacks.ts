import http from 'node:http'
import https from 'node:https'
import type { Journal } from './journal.ts'
import { endsAt, type Job, viewJob } from './view-job.ts'

const TIMEOUT_MS = 5000
/** The pauses before the second and the third try, which is the last. */
const PAUSES_MS = [500, 2000] as const
/** After a restart, all callbacks of the downtime are due at once; this protects the receiver. */
const CONCURRENCY_MAX = 32

const plainAgent = new http.Agent({ keepAlive: true })
const secureAgent = new https.Agent({ keepAlive: true })

/**
 * Posts a callback when a job ends, and returns the function that schedules one. These are the only timers of
 * the simulator, and losing them is safe: the journal shows what is due. A callback that failed three times
 * is not retried.
 */
export function startCallbacks(journal: Journal): (job: Job) => void {
  const due: { job: Job; tried: number }[] = []
  let running = 0

  const deliverDue = async () => {
    running++
    for (let next = due.shift(); next; next = due.shift()) {
      const { job, tried } = next
      const delivered = await postCallback(job)
      const pauseMs = PAUSES_MS[tried]
      if (delivered || pauseMs === undefined) journal.append({ kind: 'callback', jobId: job.id, delivered })
      else setTimeout(add, pauseMs, job, tried + 1)
    }
    running--
  }
  const add = (job: Job, tried: number) => {
    due.push({ job, tried })
    if (running < CONCURRENCY_MAX) void deliverDue()
  }
  const schedule = (job: Job) => {
    const at = endsAt(job)
    if (job.callbackUrl === undefined || at === undefined || journal.isCalledBack(job.id)) return
    setTimeout(add, Math.max(0, at - Date.now()), job, 0)
  }
  for (const job of journal.jobs.values()) schedule(job)
  return schedule
}

/** Avoids `fetch`, which costs three times as much: at 200 jobs a second that is a tenth of a core. */
function postCallback(job: Job): Promise<boolean> {
  const { id, reference, status } = viewJob(job, endsAt(job) ?? Date.now(), '')
  const body = JSON.stringify({ id, reference, status })
  const url = new URL(job.callbackUrl ?? '')
  const [request, agent] =
    url.protocol === 'https:' ? [https.request, secureAgent] : [http.request, plainAgent]
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve) => {
    const sent = request(url, { method: 'POST', agent, headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
    sent.on('error', () => resolve(false))
    sent.on('response', (response) => {
      // A connection is reused only after the response was read to its end.
      response.resume()
      response.on('error', () => resolve(false))
      response.on('end', () => resolve(response.statusCode !== undefined && response.statusCode < 300))
      response.on('close', () => resolve(false))
    })
    sent.end(body)
  })
}
