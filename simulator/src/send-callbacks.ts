import http from 'node:http'
import https from 'node:https'
import type { Journal } from './journal.ts'
import { endsAt, type Job, viewJob } from './view-job.ts'

const TIMEOUT_MS = 5000
/** The pause before the second and the third try; there is no fourth. */
const PAUSES_MS = [500, 2000] as const
/** After a restart all callbacks of the down time are due at once; the receiver should get no flood. */
const CONCURRENCY_MAX = 32

const plainAgent = new http.Agent({ keepAlive: true })
const secureAgent = new https.Agent({ keepAlive: true })

/**
 * Tells each submitter that its job ended. The only timers of the simulator live here, and they can all be
 * lost: what is due follows from the journal. A callback that failed three times is given up for good.
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

/** Not by `fetch`, which costs three times as much: at 200 jobs a second that is a tenth of a core. */
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
      // Only an answer that was read to its end frees its connection for the next callback.
      response.resume()
      response.on('error', () => resolve(false))
      response.on('end', () => resolve(response.statusCode !== undefined && response.statusCode < 300))
      response.on('close', () => resolve(false))
    })
    sent.end(body)
  })
}
