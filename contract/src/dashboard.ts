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
    id: idSchema('media').describe('The id of the media'),
    status: z.enum(mediaStatuses).describe('Where it stands'),
    progress: z.int().min(0).max(100).nullable().describe('In percent; null: the provider told nothing'),
    removed: z.boolean().meta({ description: 'The file was removed by the retention rule' }),
    erased: z.boolean().describe('Whether it was erased'),
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

export const SpendQuery = z.object({
  by: z.enum(spendGroups).default('day').describe('What the rows are divided by, besides the day'),
  ...days,
})

export type SpendQuery = z.infer<typeof SpendQuery>

const sums = {
  charged: z.int().min(0).describe('Credits that jobs cost'),
  refunded: z.int().min(0).describe('Credits that were given back'),
  spent: z.int().meta({ description: 'charged minus refunded; a refund counts on its own day' }),
  jobs: z.int().min(0).meta({ description: 'Charged jobs' }),
}

export const SpendRow = z
  .object({
    day: day().describe('The UTC day'),
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
  since: day().describe('The first UTC day'),
  until: day().describe('The last UTC day'),
  rows: z.array(SpendRow).describe('Oldest day first'),
  total: z.object(sums).describe('The sums over all rows'),
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
    })
    .describe('The most entries to return'),
})

export type LedgerQuery = z.infer<typeof LedgerQuery>

const hash = () => z.string().regex(/^[0-9a-f]{64}$/)

export const LedgerEntry = Transaction.extend({
  seq: z.int().min(1).describe('Its place in the chain, from 1'),
  kind: z.enum(['grant', 'purchase', 'charge', 'refund', 'adjustment']).describe('What kind of entry it is'),
  reverses: idSchema('transaction').nullable().meta({ description: 'The charge that a refund gives back' }),
  seal: hash().meta({
    description:
      'SHA-256 of these values joined by line feeds: the previous seal (64 zeros for the first), the id of ' +
      'the user, mode, seq, kind, reverses (empty for null), txHash',
  }),
}).meta({ id: 'LedgerEntry' })

export type LedgerEntry = z.infer<typeof LedgerEntry>

const ChainHead = z.object({
  seq: z.int().min(0).describe('How many entries there are up to here'),
  balance: z.int().min(0).describe('The balance here'),
  txHash: hash().describe('The hash of the entry here; 64 zeros before the first'),
  seal: hash().describe('The seal of the entry here; 64 zeros before the first'),
})

export const LedgerAnswer = z.object({
  userId: idSchema('user').describe('Whose ledger it is'),
  before: ChainHead.meta({ description: 'Where the chain stands before the first of these entries' }),
  entries: z.array(LedgerEntry).meta({ description: 'Oldest first' }),
  head: ChainHead.meta({ description: 'Where the chain ends now' }),
})

export type LedgerAnswer = z.infer<typeof LedgerAnswer>

/** A media with what only its owner needs. */
export const OwnedMedia = Media.extend({
  keyId: idSchema('key').nullable().meta({ description: 'The key that ordered it; null: made by hand' }),
  width: z.int().nullable().meta({ description: 'In pixels; null until completed' }),
  height: z.int().nullable().describe('In pixels; null until completed'),
  finishedAt: time().nullable().describe('When it ended; null while it waits'),
}).meta({ id: 'OwnedMedia' })

export type OwnedMedia = z.infer<typeof OwnedMedia>

export const OwnedMediaQuery = MediaQuery.extend({
  keyId: idRef('key').optional().meta({ description: 'Ordered by this key; `none`: made by hand' }),
  model: z.string().max(200).optional().describe('Made by this model'),
  characterId: idRef('character').optional().describe('Made with this character'),
  cepId: idRef('cep').optional().describe('Made for this CEP'),
  day: day().optional().meta({ description: 'Ordered on this UTC day' }),
})

export type OwnedMediaQuery = z.infer<typeof OwnedMediaQuery>

export const OwnedMediaList = z.object({
  media: z.array(OwnedMedia).describe('One page, newest first'),
  nextCursor,
})

export const DaysQuery = z.object(days)

export type DaysQuery = z.infer<typeof DaysQuery>

export const MediaDay = z
  .object({
    day: day().describe('The UTC day of the submit'),
    keyId: idSchema('key').nullable().describe('The key that ordered them; null: made by hand'),
    jobs: z.int().min(0).describe('Jobs that were submitted'),
    images: z.int().min(0).meta({ description: 'Completed files' }),
    videos: z.int().min(0).describe('Completed videos'),
    failed: z.int().min(0).describe('Jobs that failed'),
    stalled: z.int().min(0).describe('Jobs that stalled'),
    waiting: z.int().min(0).describe('Jobs that still wait'),
  })
  .meta({ id: 'MediaDay' })

export type MediaDay = z.infer<typeof MediaDay>

export const MediaDays = z.object({
  since: day().describe('The first UTC day'),
  until: day().describe('The last UTC day'),
  days: z.array(MediaDay).describe('One row for each day and key'),
})

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
  at: time().describe('When it happened'),
  step: z.enum(timelineSteps).describe('What happened'),
  part: z.int().min(0).nullable().meta({ description: 'Of an order that is made in several parts: which' }),
  credits: z.int().nullable().meta({ description: 'What it did to the balance' }),
})

export type TimelineStep = z.infer<typeof TimelineStep>

export const Timeline = z.object({
  id: idSchema('media').describe('The id of the job'),
  deadlineAt: time().meta({ description: 'When it stalls without a result' }),
  steps: z.array(TimelineStep).meta({ description: 'Oldest first: what is recorded, and no more' }),
})

export type Timeline = z.infer<typeof Timeline>

export const ReviewedNotesQuery = PageQuery.extend({
  review: z.enum(reviews).optional().describe('Only notes with this decision'),
})

export type ReviewedNotesQuery = z.infer<typeof ReviewedNotesQuery>

const count = z.int().min(0)

export const ReviewedNotes = NoteList.extend({
  counts: z
    .object({
      pending: count.describe('Not decided yet'),
      accepted: count.describe('Accepted by the owner'),
      rejected: count.describe('Rejected by the owner'),
    })
    .describe('How many notes there are'),
})

export type ReviewedNotes = z.infer<typeof ReviewedNotes>

export const ResultDay = z
  .object({
    day: day().describe('The day in the time zone of the ad account'),
    spend: z.number().describe('Money spent on this day'),
    impressions: z.number().describe('How often it was shown'),
    clicks: z.number().describe('Clicks on this day'),
    conversions: z.number().describe('Conversions of this day'),
    revenue: z.number().describe('Money that these conversions brought'),
    source: z.string().describe('The name of the key that reported it'),
    fetchedAt: time().describe('When it was read from the platform'),
  })
  .meta({ id: 'ResultDay' })

export type ResultDay = z.infer<typeof ResultDay>

export const ResultDays = z.object({
  days: z.array(ResultDay).meta({ description: 'The readings that count, oldest first; the newest 400' }),
})
