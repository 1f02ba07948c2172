import type { dashboard } from '../endpoints/dashboard.ts'
import type { Note } from '../memory.ts'
import type { ExamplesOf } from './example.ts'
import { at, completedImage, ids, saidInNote } from './example-records.ts'

const inLive = { mode: 'live' } as const
const period = { since: '2026-10-16', until: '2026-11-14' }
const sums = { charged: 800, refunded: 400, spent: 400, jobs: 2 }
const ZEROS = '0'.repeat(64)

const entry = {
  id: 'txn_4cVbN0aRkQ2sX8mLtZ1yPw',
  seq: 1,
  kind: 'grant',
  amount: 10_000,
  reason: 'credit_grant',
  refId: 'grn_4cVbN0aRkQ2sX8mLtZ1yPw',
  refType: 'credit_grant',
  reverses: null,
  balanceAfter: 10_000,
  txHash: '8436e52ee7bfb5951639e8c1e6a9a9aac3280286d40d0cf94bd74322e7daf922',
  seal: 'b4c9f6cb606843a9f1d55adbf963158cd22de1388d4c525a5fce0621be4c57f9',
  createdAt: at('11:00:00'),
} as const

const note: Note = {
  ...saidInNote,
  evidence: 'claimed',
  review: 'pending',
  pinned: false,
  source: 'night agent',
  createdAt: at('12:30:00'),
}

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
  readSpend: {
    params: inLive,
    query: { by: 'key', ...period },
    answer: { ...period, rows: [{ day: '2026-11-14', of: ids.key, ...sums }], total: sums },
  },
  readLedger: {
    params: inLive,
    query: { after: '0', limit: '500' },
    answer: {
      userId: ids.user,
      before: { seq: 0, balance: 0, txHash: ZEROS, seal: ZEROS },
      entries: [entry],
      head: { seq: 1, balance: 10_000, txHash: entry.txHash, seal: entry.seal },
    },
  },
  exportLedger: { params: inLive },
  listOwnedMedia: {
    params: inLive,
    query: { keyId: ids.key, day: '2026-11-14', limit: '20' },
    answer: {
      media: [
        {
          ...completedImage,
          keyId: ids.key,
          width: 1_024,
          height: 1_536,
          finishedAt: completedImage.completedAt,
        },
      ],
      nextCursor: null,
    },
  },
  countMedia: {
    params: inLive,
    query: period,
    answer: {
      ...period,
      days: [
        {
          day: '2026-11-14',
          keyId: ids.key,
          jobs: 3,
          images: 2,
          videos: 0,
          failed: 1,
          stalled: 0,
          waiting: 0,
        },
      ],
    },
  },
  readTimeline: {
    params: { ...inLive, id: ids.image },
    answer: {
      id: ids.image,
      deadlineAt: at('12:15:00'),
      steps: [
        { at: at('12:00:00'), step: 'submitted', part: null, credits: -400 },
        { at: at('12:00:00'), step: 'sent', part: 0, credits: null },
        { at: at('12:00:01'), step: 'accepted', part: 0, credits: null },
        { at: at('12:00:24'), step: 'completed', part: null, credits: null },
      ],
    },
  },
  listReviewedNotes: {
    params: inLive,
    query: { review: 'pending', limit: '20' },
    answer: { notes: [note], counts: { pending: 1, accepted: 4, rejected: 0 }, nextCursor: null },
  },
  listResultDays: {
    params: { ...inLive, id: ids.history },
    answer: {
      days: [
        {
          day: '2026-11-13',
          spend: 81.4,
          impressions: 9_800,
          clicks: 136,
          conversions: 4,
          revenue: 328,
          source: 'night agent',
          fetchedAt: at('06:00:00'),
        },
      ],
    },
  },
} satisfies ExamplesOf<typeof dashboard>
