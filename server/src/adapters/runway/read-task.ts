import type { ErrorClass, JobState } from '#platform/providers'
import { readCost } from './credits.ts'

type TaskBody = {
  status?: unknown
  progress?: unknown
  output?: unknown
  failure?: unknown
  failureCode?: unknown
  cost?: unknown
}

/** What a task says of the job; undefined when it is no task, or in a state that we do not know. */
export function readTask(json: unknown, clean: (text: string) => string): JobState | undefined {
  const task = Object(json) as TaskBody
  const cost = readCost(task.cost)
  const bill = cost === undefined ? {} : { reportedCostMicros: cost }
  switch (task.status) {
    case 'SUCCEEDED': {
      const urls = readUrls(task.output)
      return urls && { kind: 'done', files: urls.map((url) => ({ kind: 'url', url })), ...bill }
    }
    case 'FAILED': {
      const message = clean(typeof task.failure === 'string' ? task.failure : '')
      const errorClass = classOfFailure(task.failureCode)
      return { kind: 'failed', class: errorClass, message: message || 'The provider failed', ...bill }
    }
    case 'CANCELLED':
      return { kind: 'failed', class: 'provider_failed', message: 'The provider cancelled the job', ...bill }
    case 'PENDING':
    case 'RUNNING':
    // Waits for our other jobs.
    case 'THROTTLED':
      return { kind: 'pending', progress: readProgress(task) }
    default:
      return undefined
  }
}

/** Addresses that are no text make the answer unusable: it is asked for again. */
function readUrls(output: unknown): string[] | undefined {
  const isList = Array.isArray(output) && output.every((url) => typeof url === 'string')
  return isList ? output : undefined
}

/** Reported from 0 to 1, of a running task. Other numbers would be of a scale that we do not know. */
function readProgress({ progress }: TaskBody): number | null {
  const isShare = typeof progress === 'number' && progress >= 0 && progress <= 1
  return isShare ? Math.round(progress * 100) : null
}

/** The beginnings of codes, the longer ones first: what follows is for diagnosis only. */
const failures: [beginning: string, errorClass: ErrorClass][] = [
  ['SAFETY', 'moderation'],
  ['INPUT_PREPROCESSING.SAFETY', 'moderation'],
  ['INPUT_PREPROCESSING.INTERNAL', 'provider_transient'],
  ['ASSET', 'input_unreachable'],
  ['INTERNAL.BAD_OUTPUT', 'provider_failed'],
  ['INTERNAL', 'provider_transient'],
  ['THIRD_PARTY.UNAVAILABLE', 'provider_transient'],
]

function classOfFailure(code: unknown): ErrorClass {
  const found = failures.find(([beginning]) => code === beginning || String(code).startsWith(`${beginning}.`))
  return found?.[1] ?? 'provider_failed'
}
