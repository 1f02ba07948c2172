import type { notices } from '../endpoints/notices.ts'
import type { ExamplesOf } from './example.ts'
import { ids } from './example-records.ts'

const chosen = {
  language: 'en',
  lowBalance: true,
  lowBalanceCredits: 5_000,
  weeklySummary: true,
  mail: true,
} as const

export const noticesExamples = {
  readNotices: { answer: { notices: { ...chosen, weeklySummary: false } } },
  changeNotices: {
    body: { weeklySummary: true },
    answer: { notices: chosen, message: 'Saved. The first summary comes on Monday.' },
  },
  endNotices: {
    params: { notice: `low_balance.${ids.user}.${'x'.repeat(43)}` },
    encoded: { 'List-Unsubscribe': 'One-Click' },
    answer: { message: 'You get no more of these mails.' },
  },
} satisfies ExamplesOf<typeof notices>
