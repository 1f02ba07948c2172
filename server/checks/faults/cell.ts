import type { DoubleName } from '../../harness/doubles/index.ts'

/** What is ordered; an image unless it says otherwise. */
export type Order = { kind?: 'image' | 'video'; n?: 1 | 2 | 4; references?: number }

/** What must have become of a job, at our side and at the provider. */
export type Expected = {
  status: 'completed' | 'failed' | 'stalled'
  errorCode?: string
  /** The code of the answer to a caller who waits for the provider. */
  refusal?: string
  /** POSTs that could buy, seen by the provider. */
  posts: number
  /** Tasks that it accepted. */
  bought: number
  /** Files that were delivered, unless all. */
  files?: number
  /** The provider was told that nobody waits for the task any more. */
  isCancelled?: boolean
  /** Its answers say something else about the cost than its bill: that cannot be booked. */
  isCostUntold?: boolean
}

/**
 * A fault of the list in `doubles/README.md`. It hits the job of its cell alone, and what else `match` says;
 * with null it hits any request.
 */
export type Fault = { fault: string; on?: string; match?: Record<string, string> | null } & Record<
  string,
  unknown
>

/** One kind of trouble, and what follows from it at each provider that can have it. */
export type Row = {
  name: string
  /** Why this must follow. */
  why: string
  faults: Fault[]
  expected: Partial<Record<DoubleName, Expected>>
  order?: Order
  /** Settings of the double while the cell runs. Then no other cell of this provider runs. */
  settings?: Record<string, unknown>
  /** The settings end after so long, while the job goes on. */
  settingsMs?: number
  /** `waits`: the caller is answered when the provider has. `left`: at once, and polls. */
  caller?: 'waits' | 'left'
  /** The faults come when the provider has the job. */
  isLate?: boolean
  /** No other cell of this provider runs meanwhile. */
  isAlone?: boolean
  /** Part of the run for CI, at these providers. */
  small?: readonly DoubleName[]
}

export type Cell = Omit<Row, 'expected' | 'small'> & {
  provider: DoubleName
  expected: Expected
  isSmall: boolean
  /** Part of the prompt of its job, and of no other. */
  mark: string
}

/** Bought once, and delivered. */
export const made = (changed: Partial<Expected> = {}): Expected => ({
  status: 'completed',
  posts: 1,
  bought: 1,
  ...changed,
})

/** Refunded with this code. */
export const failed = (errorCode: string, changed: Partial<Expected> = {}): Expected => ({
  status: 'failed',
  errorCode,
  posts: 1,
  bought: 1,
  ...changed,
})

/** Refunded when its window was over. */
export const stalled = (changed: Partial<Expected> = {}): Expected => ({
  status: 'stalled',
  errorCode: 'timeout',
  posts: 1,
  bought: 1,
  ...changed,
})

/** Nothing was bought. */
export const unbought = { bought: 0 } as const

/** The same at each of these providers. */
export const at = <Name extends DoubleName>(names: readonly Name[], expected: Expected) =>
  Object.fromEntries(names.map((name) => [name, expected])) as Record<Name, Expected>

export const everyProvider = ['fal', 'kie', 'openai', 'runway'] as const
/** Those that make the files after they have answered. */
export const asynchronous = ['fal', 'kie', 'runway'] as const

export const nameOf = ({ provider, name }: Cell): string => `${provider} ${name}`
