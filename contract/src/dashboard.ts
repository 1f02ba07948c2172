import { z } from 'zod'
import { Transaction } from './credits.ts'
import { idRef, idSchema } from './ids.ts'
import { LEDGER_PAGE_MAX } from './limits.ts'
import { Media, mediaStatuses } from './media.ts'
import { MediaQuery } from './media-lists.ts'
import { NoteList, reviews } from './memory.ts'
import { nextCursor, PageQuery } from './paging.ts'
import { day } from './reports.ts'
import { outOfRange, time } from './text.ts'

export const ChangesQuery = z.object({
  since: z.string().optional().meta({ description: '`cursor` of the last response' }),
})

/** Where a media stands. Its details are read by its id. */
export const Change = z
  .object({
    id: idSchema('media'),
    status: z.enum(mediaStatuses),
    progress: z.int().min(0).max(100).nullable(),
    removed: z.boolean().meta({ description: 'The file was removed by the retention rule' }),
    erased: z.boolean(),
  })
  .meta({ id: 'Change' })

export type Change = z.infer<typeof Change>

export const ChangesAnswer = z.object({
  changes: z.array(Change).meta({ description: 'The newest change last; an id may be sent again' }),
  cursor: z.string().meta({ description: 'Send it as `since` next time' }),
  reload: z.boolean().meta({ description: 'true: too much changed since then; read the lists again' }),
})

const days = {
  since: day().optional().meta({ description: 'The first UTC day; by default 29 days before `until`' }),
  until: day().optional().meta({ description: 'The last UTC day; by default today' }),
}

export const spendGroups = ['day', 'key', 'product', 'model'] as const
export type SpendGroup = (typeof spendGroups)[number]

export const SpendQuery = z.object({ by: z.enum(spendGroups).default('day'), ...days })

export type SpendQuery = z.infer<typeof SpendQuery>

const sums = {
  charged: z.int().min(0),
  refunded: z.int().min(0),
  spent: z.int().meta({ description: 'charged minus refunded; a refund counts on its own day' }),
  jobs: z.int().min(0).meta({ description: 'Charged jobs' }),
}

export const SpendRow = z
  .object({
    day: day(),
    of: z
      .string()
      .nullable()
      .meta({
        description:
          'By `by`: the id of the key (null: made by hand) or of the product (null: none), the name of the ' +
          'model, or null for `day`; `archived` for jobs whose rows were archived',
      }),
    ...sums,
  })
  .meta({ id: 'SpendRow' })

export type SpendRow = z.infer<typeof SpendRow>

export const SpendAnswer = z.object({
  since: day(),
  until: day(),
  rows: z.array(SpendRow),
  total: z.object(sums),
})

export type SpendAnswer = z.infer<typeof SpendAnswer>

const wholeNumber = (min: number, max: number, digits: RegExp) =>
  z
    .string()
    .regex(digits, outOfRange(min, max))
    .transform(Number)
    .refine((value) => value >= min && value <= max, outOfRange(min, max))

export const LedgerQuery = z.object({
  after: wholeNumber(0, 1e15, /^[0-9]{1,15}$/)
    .default(0)
    .meta({
      description: '`seq` of the last entry that you have',
      documentedAs: { type: 'integer', minimum: 0, maximum: 1e15, default: 0 },
    }),
  limit: wholeNumber(1, LEDGER_PAGE_MAX, /^[0-9]{1,4}$/)
    .default(LEDGER_PAGE_MAX)
    .meta({
      documentedAs: { type: 'integer', minimum: 1, maximum: LEDGER_PAGE_MAX, default: LEDGER_PAGE_MAX },
    }),
})

export type LedgerQuery = z.infer<typeof LedgerQuery>

const hash = () => z.string().regex(/^[0-9a-f]{64}$/)

export const LedgerEntry = Transaction.extend({
  seq: z.int().min(1),
  kind: z.enum(['grant', 'purchase', 'charge', 'refund', 'adjustment']),
  reverses: idSchema('transaction').nullable().meta({ description: 'The charge that a refund gives back' }),
  seal: hash().meta({
    description:
      'SHA-256 of these values joined by line feeds: the previous seal (64 zeros for the first), the id of ' +
      'the user, mode, seq, kind, reverses (empty for null), txHash',
  }),
}).meta({ id: 'LedgerEntry' })

export type LedgerEntry = z.infer<typeof LedgerEntry>

const ChainHead = z.object({ seq: z.int().min(0), balance: z.int().min(0), txHash: hash(), seal: hash() })

export const LedgerAnswer = z.object({
  userId: idSchema('user'),
  before: ChainHead.meta({ description: 'Where the chain stands before the first of these entries' }),
  entries: z.array(LedgerEntry).meta({ description: 'Oldest first' }),
  head: ChainHead.meta({ description: 'Where the chain ends now' }),
})

export type LedgerAnswer = z.infer<typeof LedgerAnswer>

/** A media with what only its owner needs. */
export const OwnedMedia = Media.extend({
  keyId: idSchema('key').nullable().meta({ description: 'The key that ordered it; null: made by hand' }),
  width: z.int().nullable().meta({ description: 'In pixels; null until completed' }),
  height: z.int().nullable(),
  finishedAt: time().nullable(),
}).meta({ id: 'OwnedMedia' })

export type OwnedMedia = z.infer<typeof OwnedMedia>

export const OwnedMediaQuery = MediaQuery.extend({
  keyId: idRef('key').optional().meta({ description: 'Ordered by this key; `none`: made by hand' }),
  model: z.string().max(200).optional(),
  characterId: idRef('character').optional(),
  cepId: idRef('cep').optional(),
  day: day().optional().meta({ description: 'Ordered on this UTC day' }),
})

export type OwnedMediaQuery = z.infer<typeof OwnedMediaQuery>

export const OwnedMediaList = z.object({ media: z.array(OwnedMedia), nextCursor })

export const DaysQuery = z.object(days)

export type DaysQuery = z.infer<typeof DaysQuery>

export const MediaDay = z
  .object({
    day: day(),
    keyId: idSchema('key').nullable(),
    jobs: z.int().min(0),
    images: z.int().min(0).meta({ description: 'Completed files' }),
    videos: z.int().min(0),
    failed: z.int().min(0),
    stalled: z.int().min(0),
    waiting: z.int().min(0),
  })
  .meta({ id: 'MediaDay' })

export type MediaDay = z.infer<typeof MediaDay>

export const MediaDays = z.object({ since: day(), until: day(), days: z.array(MediaDay) })

export const timelineSteps = [
  'submitted',
  'sent',
  'accepted',
  'refused',
  'unanswered',
  'abandoned',
  'result_seen',
  'completed',
  'failed',
  'stalled',
  'refunded',
  'file_removed',
] as const

const TimelineStep = z.object({
  at: time(),
  step: z.enum(timelineSteps),
  part: z.int().min(0).nullable().meta({ description: 'Of an order that is made in several parts: which' }),
  credits: z.int().nullable().meta({ description: 'What it did to the balance' }),
})

export type TimelineStep = z.infer<typeof TimelineStep>

export const Timeline = z.object({
  id: idSchema('media'),
  deadlineAt: time().meta({ description: 'When it stalls without a result' }),
  steps: z.array(TimelineStep).meta({ description: 'Oldest first: what is recorded, and no more' }),
})

export type Timeline = z.infer<typeof Timeline>

export const ReviewedNotesQuery = PageQuery.extend({ review: z.enum(reviews).optional() })

export type ReviewedNotesQuery = z.infer<typeof ReviewedNotesQuery>

const count = z.int().min(0)

export const ReviewedNotes = NoteList.extend({
  counts: z.object({ pending: count, accepted: count, rejected: count }),
})

export type ReviewedNotes = z.infer<typeof ReviewedNotes>

export const ResultDay = z
  .object({
    day: day(),
    spend: z.number(),
    impressions: z.number(),
    clicks: z.number(),
    conversions: z.number(),
    revenue: z.number(),
    source: z.string(),
    fetchedAt: time(),
  })
  .meta({ id: 'ResultDay' })

export type ResultDay = z.infer<typeof ResultDay>

export const ResultDays = z.object({
  days: z.array(ResultDay).meta({ description: 'The readings that count, oldest first; the newest 400' }),
})
