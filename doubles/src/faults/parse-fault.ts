import { isRecord } from '../http/is-record.ts'
import {
  callbackFaults,
  type Fault,
  type FaultMatch,
  type FaultScope,
  replyFaults,
  taskFaults,
} from './fault.ts'

/** The names that a provider adds to those of every double. */
export interface FaultNames {
  task: readonly string[]
  callback: readonly string[]
  /** The kinds of its routes. */
  routes: readonly string[]
}

const MATCHES = ['prompt', 'model', 'reference', 'path', 'taskId'] as const

/** Returns the fault, or a sentence that says what is wrong with it: a mistyped test must not pass. */
export function parseFault(value: unknown, id: number, names: FaultNames): Fault | string {
  if (!isRecord(value)) return 'A fault is an object.'
  const { on, fault, times = 1, skip = 0, percent = 100, match = {}, ...rest } = value
  const scope = scopeOf(fault, names)
  if (typeof fault !== 'string' || scope === undefined)
    return `fault must be one of ${listFaults(names).join(', ')}.`
  const route = on ?? (scope === 'callback' ? 'callback' : 'submit')
  if (typeof route !== 'string' || !mayHit(route, scope, names))
    return `on must be ${scope === 'reply' ? ['any', ...names.routes].join(', ') : 'left out'} for ${fault}.`
  if (times !== null && !isWhole(times, 1)) return 'times must be a whole number from 1, or null for always.'
  if (!isWhole(skip, 0)) return 'skip must be a whole number from 0.'
  if (typeof percent !== 'number' || !(percent >= 0 && percent <= 100)) return 'percent must be 0 to 100.'
  if (!isMatch(match)) return `match may hold the texts ${MATCHES.join(', ')}.`
  return { id, scope, on: route, fault, times, skip, percent, match, with: rest }
}

function scopeOf(fault: unknown, names: FaultNames): FaultScope | undefined {
  const isIn = (list: readonly string[]) => typeof fault === 'string' && list.includes(fault)
  if (fault === 'refuse_connections') return 'listener'
  if (isIn(replyFaults)) return 'reply'
  if (isIn(taskFaults) || isIn(names.task)) return 'task'
  if (isIn(callbackFaults) || isIn(names.callback)) return 'callback'
  return undefined
}

const listFaults = (names: FaultNames): string[] => [
  'refuse_connections',
  ...replyFaults,
  ...taskFaults,
  ...names.task,
  ...callbackFaults,
  ...names.callback,
]

function mayHit(route: string, scope: FaultScope, names: FaultNames): boolean {
  if (scope === 'callback') return route === 'callback'
  if (scope === 'reply') return route === 'any' || names.routes.includes(route)
  return route === 'submit'
}

const isWhole = (value: unknown, low: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= low

const isMatch = (value: unknown): value is FaultMatch =>
  isRecord(value) &&
  Object.entries(value).every(
    ([name, text]) => MATCHES.some((one) => one === name) && typeof text === 'string',
  )
