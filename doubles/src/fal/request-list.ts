import {
  type Call,
  type Double,
  findFault,
  hashKeys,
  json,
  numberOf,
  type Reply,
  type Route,
  type TaskNow,
} from '../core/index.ts'
import { refusePlatform } from './envelope.ts'
import { failureOf } from './failure.ts'
import { outputOf } from './output.ts'
import { limitOf, pageOf } from './page.ts'
import { settingsOf } from './queue-state.ts'

const DAY_MS = 86_400_000
const MEMORY_DAYS = 90

/** The list in which a lost submit can be found. */
export function newRequestListRoute(double: Double): Route {
  return {
    kind: 'list',
    method: 'GET',
    path: '/api/v1/models/requests/by-endpoint',
    handle: (call) => listRequests(double, call),
  }
}

function listRequests(double: Double, call: Call): Reply {
  const { query } = call
  const endpoint = query.get('endpoint_id')
  if (endpoint === null) return refusePlatform(400, undefined, 'endpoint_id is required')
  const now = double.clock.now()
  const end = readTime(query.get('end'), now + 1)
  const start = readTime(query.get('start'), end - DAY_MS)
  if (Number.isNaN(start) || Number.isNaN(end))
    return refusePlatform(400, undefined, 'start and end are ISO 8601')
  const wanted = query.get('request_id')
  const rows = double
    .allTasks()
    .filter(({ task }) => task.model === endpoint && (wanted === null || task.id === wanted))
    .filter((one) => isListed(double, one))
    .filter((one) =>
      wanted === null ? isWithin(one, start, end) : sortTime(one) > now - MEMORY_DAYS * DAY_MS,
    )
    .filter((one) => query.get('status') === null || outcomeOf(one) === query.get('status'))
    .toSorted((a, b) => sortTime(b) - sortTime(a))
    .flatMap((one) => rowsOf(double, call, one))
  const { pageMax } = settingsOf(double)
  const { page, rest } = pageOf(rows, limitOf(query.get('limit'), pageMax), query.get('cursor'))
  return json(200, { items: page, ...rest })
}

export const readTime = (text: string | null, usual: number): number =>
  text === null ? usual : Date.parse(text)

const sortTime = ({ task, state }: TaskNow): number => state.endedAt ?? task.acceptedAt

const isWithin = (one: TaskNow, start: number, end: number): boolean =>
  sortTime(one) >= start && sortTime(one) < end

/** A row comes when the request has ended, and then not always at once. */
function isListed(double: Double, { task, state }: TaskNow): boolean {
  const { listDelayMs, listRunning } = settingsOf(double)
  if (findFault(task, 'no_row')) return false
  if (state.endedAt === null) return listRunning
  const late = findFault(task, 'late_row')
  const delayMs = late ? numberOf(late, 'delayMs', 60_000) : listDelayMs
  return double.clock.now() >= state.endedAt + double.clock.scaled(delayMs)
}

function statusOf({ task, state }: TaskNow): number | null {
  if (state.endedAt === null) return null
  return failureOf(task, state)?.status ?? 200
}

function outcomeOf(one: TaskNow): string | null {
  const status = statusOf(one)
  if (status === null) return null
  return status < 300 ? 'success' : status < 500 ? 'user_error' : 'error'
}

function rowsOf(double: Double, call: Call, one: TaskNow): object[] {
  const { task, state } = one
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  const hasPayload = task.extra.storesPayload === true && !findFault(task, 'no_payload')
  const payloads =
    call.query.get('expand') === 'payloads' && hasPayload
      ? { json_input: task.input, json_output: outputFor(double, call, one) }
      : {}
  const row = {
    request_id: task.id,
    endpoint_id: task.model,
    sent_at: time(task.acceptedAt),
    started_at: time(state.startedAt),
    ended_at: time(state.endedAt),
    status_code: statusOf(one),
    duration: state.endedAt === null ? null : (state.endedAt - (state.startedAt ?? state.endedAt)) / 1000,
    ...payloads,
  }
  // Another request of the same account with the same input: nobody can tell which of both is whose.
  const twin = { ...row, request_id: `${task.id.slice(0, -8)}${hex(hashKeys(task.id))}` }
  return findFault(task, 'equal_row') ? [row, twin] : [row]
}

const hex = (bits: number): string => bits.toString(16).padStart(8, '0')

function outputFor(double: Double, call: Call, { task, state }: TaskNow): unknown {
  if (state.endedAt === null) return null
  return failureOf(task, state)?.body ?? outputOf(double, call.baseUrl, { task, state })
}
