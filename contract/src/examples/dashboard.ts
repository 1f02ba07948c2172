import type { dashboard } from '../endpoints/dashboard.ts'
import type { ExamplesOf } from './example.ts'
import { ids } from './example-records.ts'

const inLive = { mode: 'live' } as const

export const dashboardExamples = {
  readChanges: {
    params: inLive,
    query: { since: 'bW92ZWQuODE1' },
    answer: {
      changes: [
        { id: ids.image, status: 'completed', progress: 100, removed: false, erased: false },
        { id: ids.video, status: 'processing', progress: 40, removed: false, erased: false },
      ],
      cursor: 'bW92ZWQuODIx',
      reload: false,
    },
  },
} satisfies ExamplesOf<typeof dashboard>
