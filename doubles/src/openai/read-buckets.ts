import type { Call, Double } from '../core/index.ts'
import { invalid, missing } from './api-error.ts'
import { readChoice, readWhole, refuseUnknown } from './read-fields.ts'

/** The spans of time that a page of costs or usage covers, in epoch seconds. */
export interface Buckets {
  spans: { start: number; end: number }[]
  /** The start of the next page; `null` after the last. */
  next: number | null
  groups: readonly string[]
}

interface BucketRules {
  /** The default and the maximum number of buckets, by their width. */
  limits: Record<string, { usual: number; max: number }>
  groups: readonly string[]
}

const WIDTHS_SECONDS: Record<string, number> = { '1m': 60, '1h': 3600, '1d': 86_400 }
const FIELDS = ['start_time', 'end_time', 'bucket_width', 'limit', 'page']
const SECONDS_MAX = 10 ** 11

/** Reads the query; `group_by` comes repeated, with or without brackets. */
export function readBuckets({ clock }: Double, { query }: Call, rules: BucketRules): Buckets {
  const groups = [...query.getAll('group_by'), ...query.getAll('group_by[]')].flatMap((one) => one.split(','))
  const others = [...query].filter(([name]) => name !== 'group_by' && name !== 'group_by[]')
  const fields = Object.fromEntries(others.map(([name, value]) => [name, numberIfWhole(value)]))
  refuseUnknown(fields, FIELDS)
  for (const group of groups) readChoice({ group_by: group }, 'group_by', rules.groups)
  const width = readChoice(fields, 'bucket_width', Object.keys(rules.limits)) ?? '1d'
  const { usual, max } = rules.limits[width] ?? { usual: 7, max: 31 }
  const seconds = WIDTHS_SECONDS[width] ?? 86_400
  const start = readWhole(fields, 'start_time', 0, SECONDS_MAX)
  if (start === undefined) throw missing('start_time')
  const end = readWhole(fields, 'end_time', 0, SECONDS_MAX) ?? Math.floor(clock.now() / 1000) + 1
  const limit = readWhole(fields, 'limit', 1, max) ?? usual
  const first = readPage(fields.page) ?? Math.floor(start / seconds) * seconds
  const count = Math.min(limit, Math.max(0, Math.ceil((end - first) / seconds)))
  const spans = Array.from({ length: count }, (_, index) => ({
    start: first + index * seconds,
    end: first + (index + 1) * seconds,
  }))
  const next = first + count * seconds
  return { spans, next: next < end ? next : null, groups }
}

const numberIfWhole = (value: string): string | number => (/^-?\d{1,12}$/.test(value) ? Number(value) : value)

function readPage(page: unknown): number | undefined {
  if (page === undefined) return undefined
  const start = /^page_(\d{1,12})$/.exec(String(page))?.[1]
  if (start === undefined) throw invalid('page', 'invalid_value', `Invalid page '${String(page)}'.`)
  return Number(start)
}
