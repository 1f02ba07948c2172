/** A request may be hit by one fault of the connection and by any number of faults of its task. */
export type FaultScope = 'listener' | 'reply' | 'task' | 'callback'

/** What a fault looks at, besides the kind of route. Every given text must be contained in the value. */
export interface FaultMatch {
  prompt?: string
  model?: string
  reference?: string
  path?: string
  taskId?: string
}

export interface Fault {
  id: number
  scope: FaultScope
  /** The kind of route, `any`, or `callback`. */
  on: string
  fault: string
  /** How many matching requests it hits; `null` means all. */
  times: number | null
  /** How many matching requests pass before the first hit. */
  skip: number
  /** The share of the matching requests that it hits, chosen by the seed. */
  percent: number
  match: FaultMatch
  /** All other fields as they were given: delays, statuses, counts. */
  with: Record<string, unknown>
}

/** What is known about a request or a callback when a fault is looked for. */
export interface About {
  prompt?: string | undefined
  model?: string | undefined
  reference?: string | null | undefined
  taskId?: string | undefined
}

export const replyFaults = [
  'reset',
  'lost_reply',
  'slow_headers',
  'trickle',
  'truncate',
  'malformed_json',
  'html',
  'status',
  'rate_limited',
  'unauthorized',
  'out_of_credit',
  'replace',
  'drop_fields',
  'wrong_type',
  'false_length',
  'oversize',
  'endless',
  'redirect',
] as const

export type ReplyFault = (typeof replyFaults)[number]

export const taskFaults = ['stuck', 'lost', 'files', 'fail', 'render'] as const

export const callbackFaults = ['missing', 'duplicate', 'late', 'reordered', 'forged', 'replayed'] as const

/** A number among the parameters of a fault. */
export function numberOf(fault: Fault, name: string, usual: number): number {
  const value = fault.with[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : usual
}

/** A text among the parameters of a fault. */
export function textOf(fault: Fault, name: string, usual: string): string {
  const value = fault.with[name]
  return typeof value === 'string' ? value : usual
}
