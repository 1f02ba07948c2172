import type { Mutation } from '../../harness/mutation/index.ts'

/** A wrong sum that the comparison must notice. */
export type Bug = { name: string; mutations: Mutation[] }

const ENTRIES = 'access/credits/read-spend-entries.ts'
const SPEND = 'production/overview/read-spend.ts'

/** So small that the entries of one day fill several pages. */
export const smallPages: Mutation = { file: ENTRIES, from: 'pageRows = 1_000', to: 'pageRows = 2' }

export const bugs: Bug[] = [
  {
    name: 'days of the time zone of the database',
    mutations: [
      { file: ENTRIES, from: `(created_at at time zone 'utc')::date::text`, to: `created_at::date::text` },
    ],
  },
  {
    name: 'the last day is left out',
    mutations: [{ file: ENTRIES, from: 'day <= until', to: 'day < until' }],
  },
  {
    name: 'both modes are added',
    mutations: [{ file: ENTRIES, from: 'and mode = $2', to: `and mode in ('live', $2)` }],
  },
  {
    name: 'grants count as refunds',
    mutations: [
      {
        file: ENTRIES,
        from: `(kind === 'charge' || kind === 'refund')`,
        to: `String(kind) !== 'adjustment'`,
      },
    ],
  },
  {
    name: 'an entry is lost between two pages',
    mutations: [smallPages, { file: ENTRIES, from: 'before = last.seq', to: 'before = last.seq - 1' }],
  },
  {
    name: 'the first day ends with its page',
    mutations: [smallPages, { file: ENTRIES, from: 'last.day < since', to: 'last.day <= since' }],
  },
  {
    name: 'a refund lowers what was charged',
    mutations: [{ file: SPEND, from: 'row.charged + (isCharge ? -amount : 0)', to: 'row.charged - amount' }],
  },
  {
    name: 'a refund counts as a job',
    mutations: [{ file: SPEND, from: 'row.jobs + (isCharge ? 1 : 0)', to: 'row.jobs + 1' }],
  },
  {
    name: 'jobs by hand stand among the archived ones',
    mutations: [{ file: SPEND, from: '(byId.get(id) ?? null)', to: `(byId.get(id) ?? 'archived')` }],
  },
  {
    name: 'archived jobs are forgotten',
    mutations: [
      {
        file: SPEND,
        from: '    for (const entry of page) {\n',
        to: `    for (const entry of page) {\n      if (groups(entry.ref_id) === 'archived') continue\n`,
      },
    ],
  },
]
