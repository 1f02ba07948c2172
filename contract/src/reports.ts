import { z } from 'zod'
import { breakdownsField, possibleBreakdowns } from './breakdowns.ts'
import { countFields, possibleCounts } from './funnel.ts'
import { idRef, idSchema } from './ids.ts'
import { sentKeywords } from './keywords.ts'
import { liftTestField, possibleLiftTest } from './lift-tests.ts'
import {
  CAMPAIGN_CHARACTERS,
  IDEMPOTENCY_KEY_CHARACTERS,
  NOTE_CHARACTERS,
  PLATFORM_ID_CHARACTERS,
  ROWS_PER_REPORT,
} from './limits.ts'
import { message, text } from './text.ts'

export const metrics = ['roas', 'cpa', 'ctr'] as const
export type Metric = (typeof metrics)[number]

/** The evidence for a result: a claim, rows, or rows from two independent sources. */
export const evidences = ['claimed', 'observed', 'corroborated'] as const
export type Evidence = (typeof evidences)[number]

/** Bounds dates to years in which ads can have run, so that arithmetic on days cannot overflow. */
const isSupportedYear = (time: string): boolean => {
  const year = new Date(time).getUTCFullYear()
  return year >= 2000 && year < 2100
}
const SUPPORTED_YEARS = 'must be in the years 2000 to 2099'

/** A calendar day. */
export const day = () =>
  z.iso.date().refine(isSupportedYear, { error: SUPPORTED_YEARS }).meta({ example: '2026-11-13' })

const LARGEST = 1e12
const SMALLEST = 1e-6
const sum = () => z.number().min(0).max(LARGEST)
const count = () => z.int().min(0).max(LARGEST)

/** The advertising platform sends figures as text. They are taken in rows, and nowhere else. */
const FIGURE = /^[0-9]{1,12}(\.[0-9]{1,9})?$/
const COUNT = /^[0-9]{1,12}$/
/** Goods may cost more than they bring. */
const SIGNED = /^-?[0-9]{1,12}(\.[0-9]{1,9})?$/
const orText = (figure: z.ZodNumber | z.ZodInt, type: 'number' | 'integer', text: RegExp, minimum = 0) =>
  z
    .preprocess((value) => (typeof value === 'string' && SIGNED.test(value) ? Number(value) : value), figure)
    .meta({
      documentedAs: {
        anyOf: [
          { type, minimum, maximum: LARGEST },
          { type: 'string', pattern: text.source },
        ],
      },
    })
const sumOrText = () => orText(sum(), 'number', FIGURE)
const countOrText = () => orText(count(), 'integer', COUNT)

const signed = () => z.number().min(-LARGEST).max(LARGEST)
const signedOrText = () => orText(signed(), 'number', SIGNED, -LARGEST)
const MARGIN_MEANING =
  'What is left of the revenue after the cost of the goods; negative where they cost more than they bring'

/** An ISO 4217 code in upper or lower case. */
const currency = () =>
  z
    .string()
    .regex(/^[A-Za-z]{3}$/, { error: 'must be three letters, such as EUR' })
    .toUpperCase()
    .meta({ description: 'The currency of the amounts: three letters of ISO 4217', example: 'EUR' })

const platformId = () => text(1, PLATFORM_ID_CHARACTERS)

/** `OUTCOME_SALES`, `sales` and `Sales` are the same objective. */
const objective = () =>
  platformId()
    .overwrite((word) => word.toLowerCase().replace(/^outcome_/, ''))
    .meta({
      description: 'The objective of the campaign on the platform, with or without OUTCOME_',
      example: 'sales',
    })

const conversionType = () =>
  platformId().meta({ description: 'What counts as a conversion', example: 'purchase' })
const attribution = () => platformId().meta({ description: 'The attribution window', example: '7d_click' })

const fetchedAt = () =>
  z.iso.datetime({ offset: true }).refine(isSupportedYear, { error: SUPPORTED_YEARS }).meta({
    description:
      'When you read the row from the platform, by default now; for one day the latest reading counts',
    example: '2026-11-14T06:00:00.000Z',
  })

/** What the rows of a report usually have in common. It is sent once above the rows, or in each row. */
const shared = {
  currency: currency(),
  conversionType: conversionType(),
  attribution: attribution(),
  objective: objective(),
}
const sharedNames = Object.keys(shared) as (keyof typeof shared)[]

const aboutRow = {
  platformAdId: platformId().optional().describe('The id of the ad on its platform'),
  platformCampaignId: platformId().optional().describe('The id of its campaign on the platform'),
  campaignName: text(1, CAMPAIGN_CHARACTERS).optional().describe('The name of its campaign'),
}
const REACH = 'People reached in the seven days that end on this day'

/** The sums of one ad on one day, complete. */
export const ReportRow = z.object({
  day: day().describe('The day in the time zone of the ad account'),
  ...shared,
  spend: sum().describe('Money spent on this day'),
  impressions: count().describe('How often it was shown on this day'),
  clicks: count().describe('Clicks on this day; at most the impressions'),
  conversions: sum().describe('Conversions of this day, by the attribution window'),
  revenue: sum().describe('Money that these conversions brought'),
  fetchedAt: fetchedAt(),
  ...aboutRow,
  reach7d: count().optional().describe('People reached in the seven days that end on this day'),
  margin: signed().optional().describe(MARGIN_MEANING),
  ...countFields(count, sum),
  breakdowns: breakdownsField(count, sum),
  liftTest: liftTestField(day, count, sum),
})

export type ReportRow = z.infer<typeof ReportRow>

/** A row as it is sent. Ratios in the input are ignored. */
const SentRow = z
  .object({
    day: day().describe('The day in the time zone of the ad account'),
    spend: sumOrText().describe('Money spent on this day'),
    impressions: countOrText().describe('How often it was shown on this day'),
    clicks: countOrText().describe('Clicks on this day; at most the impressions'),
    conversions: sumOrText().describe('Conversions of this day, by the attribution window'),
    revenue: sumOrText().describe('Money that these conversions brought'),
    ...z.object(shared).partial().shape,
    fetchedAt: fetchedAt().optional(),
    ...aboutRow,
    reach7d: countOrText().optional().meta({ description: REACH }),
    margin: signedOrText().optional().meta({ description: MARGIN_MEANING }),
    ...countFields(countOrText, sumOrText),
    breakdowns: breakdownsField(countOrText, sumOrText),
    liftTest: liftTestField(day, count, sum),
  })
  .refine((row) => row.clicks <= row.impressions, {
    error: 'must not be more than impressions',
    path: ['clicks'],
  })
  .check(possibleCounts(), possibleBreakdowns(), possibleLiftTest())
  .meta({ id: 'ReportRow' })

export type SentRow = z.infer<typeof SentRow>

const subject = {
  generatedMediaId: idRef('media').optional().describe('The media that the ad shows'),
  platformAdId: platformId().optional().meta({
    description: 'Send it once together with generatedMediaId to link the two; afterwards it is enough',
  }),
  productId: idRef('product')
    .optional()
    .describe('The product that the ad is for, if the media does not say so'),
  cepId: idRef('cep').optional().describe('The CEP that the ad is for, if the media does not say so'),
  campaignName: text(1, CAMPAIGN_CHARACTERS).optional().describe('The name of its campaign'),
}

const claim = {
  metric: z.enum(metrics).optional().describe('For a claim: which ratio it is about'),
  value: z
    .number()
    .min(SMALLEST)
    .max(LARGEST)
    .optional()
    .describe('For a claim: the ratio, as it was stated'),
  windowStart: day().optional().describe('For a claim: the first day that it is about'),
  windowEnd: day().optional().describe('For a claim: the last day that it is about'),
  conversions: sum().optional().meta({ description: 'Number of conversions that the claim is based on' }),
  note: text(0, NOTE_CHARACTERS)
    .optional()
    .meta({ description: 'Stored as a note, pending the owner’s review' }),
  keywords: sentKeywords('the note'),
}

export const ReportBody = z
  .object({
    idempotencyKey: text(1, IDEMPOTENCY_KEY_CHARACTERS).optional().meta({
      description: 'Sending it again returns the same report; the header Idempotency-Key has the same effect',
      example: 'mug-2026-11-13',
    }),
    kind: z
      .enum(['observation', 'claim'])
      .describe('`observation`: rows from the platform; `claim`: a stated ratio'),
    ...subject,
    ...z.object(shared).partial().shape,
    fetchedAt: fetchedAt().optional(),
    rows: z
      .array(SentRow)
      .min(1)
      .max(ROWS_PER_REPORT)
      .optional()
      .describe('For an observation: one row for each ad and day'),
    ...claim,
  })
  .check(completeReport())
  .meta({
    id: 'ReportBody',
    oneOf: [
      { properties: { kind: { const: 'observation' } }, required: ['rows'] },
      { properties: { kind: { const: 'claim' } }, required: ['metric', 'value', 'windowStart', 'windowEnd'] },
    ],
    anyOf: [{ required: ['generatedMediaId'] }, { required: ['platformAdId'] }],
  })

export type ReportBody = z.infer<typeof ReportBody>

const FIELDS_OF_KIND = {
  observation: ['rows'],
  claim: ['metric', 'value', 'windowStart', 'windowEnd'],
} as const

type Sent = Record<string, unknown>

/** Whether a row that is an object has no such field. */
const lacks = (row: unknown, field: string): boolean =>
  typeof row === 'object' && row !== null && (row as Sent)[field] === undefined

/** What depends on several fields. It also runs when a field is wrong, so that one answer names them all. */
function completeReport() {
  const check = z.check<unknown>((context) => {
    const body = context.value as Sent
    const addIssue = (path: (string | number)[], error: string) =>
      context.issues.push({ code: 'custom', input: body, path, message: error })
    if (body.kind !== 'observation' && body.kind !== 'claim') return
    for (const field of FIELDS_OF_KIND[body.kind])
      if (body[field] === undefined) addIssue([field], `is required when kind is ${body.kind}`)
    const { windowStart, windowEnd } = body as { windowStart?: string; windowEnd?: string }
    if (windowStart && windowEnd && windowEnd < windowStart)
      addIssue(['windowEnd'], 'must not be before windowStart')
    const rows = body.kind === 'observation' && Array.isArray(body.rows) ? (body.rows as Sent[]) : []
    const isNamed = body.generatedMediaId !== undefined || body.platformAdId !== undefined
    const areRowsNamed = rows.length > 0 && !rows.some((row) => lacks(row, 'platformAdId'))
    if (!isNamed && !areRowsNamed) addIssue(['generatedMediaId'], 'is required unless platformAdId is sent')
    for (const field of sharedNames) {
      const at = body[field] === undefined ? rows.findIndex((row) => lacks(row, field)) : -1
      if (at >= 0) addIssue(['rows', at, field], 'is required, in the row or once above the rows')
    }
  })
  check._zod.def.when = ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value)
  return check
}

export const Report = z
  .object({
    id: idSchema('report').describe('The id of the report'),
    evidence: z.enum(evidences).meta({
      description: 'What this report is: a claim, rows, or rows that another source confirms',
    }),
    subjectEvidence: z.enum(evidences).meta({
      description: 'The evidence for the subject after this report: rows stay rows when a claim is added',
    }),
    accepted: z.int().meta({ description: 'Number of rows for new days, or 1 for a claim' }),
    replaced: z.int().meta({ description: 'Number of rows that replaced an older reading' }),
    ignored: z.int().meta({ description: 'Number of rows older than the stored reading' }),
  })
  .meta({ id: 'Report' })

export type Report = z.infer<typeof Report>

export const ReportAnswer = z.object({ report: Report.describe('What was stored'), message })

export type ReportAnswer = z.infer<typeof ReportAnswer>
