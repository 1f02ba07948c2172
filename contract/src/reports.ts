import { z } from 'zod'
import { idRef, idSchema } from './ids.ts'
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

/** An ISO 4217 code in upper or lower case. */
const currency = () =>
  z
    .string()
    .regex(/^[A-Za-z]{3}$/, { error: 'must be three letters, such as EUR' })
    .toUpperCase()
    .meta({ example: 'EUR' })

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

/** The sums of one ad on one day. Ratios in the input are ignored. */
export const ReportRow = z
  .object({
    day: day(),
    currency: currency(),
    spend: sum(),
    impressions: count(),
    clicks: count(),
    conversions: sum(),
    conversionType: conversionType(),
    revenue: sum(),
    attribution: attribution(),
    objective: objective(),
    fetchedAt: z.iso.datetime({ offset: true }).refine(isSupportedYear, { error: SUPPORTED_YEARS }).meta({
      description: 'When you read the row from the platform; for one day the latest reading counts',
      example: '2026-11-14T06:00:00.000Z',
    }),
    platformAdId: platformId().optional(),
    platformCampaignId: platformId().optional(),
    campaignName: text(1, CAMPAIGN_CHARACTERS).optional(),
    reach7d: count()
      .optional()
      .meta({ description: 'People reached in the seven days that end on this day' }),
  })
  .refine((row) => row.clicks <= row.impressions, {
    error: 'must not be more than impressions',
    path: ['clicks'],
  })
  .meta({ id: 'ReportRow' })

export type ReportRow = z.infer<typeof ReportRow>

const subject = {
  generatedMediaId: idRef('media').optional(),
  platformAdId: platformId().optional().meta({
    description: 'Send it once together with generatedMediaId to link the two; afterwards it is enough',
  }),
  productId: idRef('product').optional(),
  cepId: idRef('cep').optional(),
  campaignName: text(1, CAMPAIGN_CHARACTERS).optional(),
}

const claim = {
  metric: z.enum(metrics).optional(),
  value: z.number().min(SMALLEST).max(LARGEST).optional(),
  windowStart: day().optional(),
  windowEnd: day().optional(),
  conversions: sum().optional().meta({ description: 'Number of conversions that the claim is based on' }),
  conversionType: conversionType().optional(),
  attribution: attribution().optional(),
  note: text(0, NOTE_CHARACTERS)
    .optional()
    .meta({ description: 'Stored as a note, pending the owner’s review' }),
}

export const ReportBody = z
  .object({
    idempotencyKey: text(1, IDEMPOTENCY_KEY_CHARACTERS).optional().meta({
      description: 'Sending it again returns the same report; the header Idempotency-Key has the same effect',
      example: 'mug-2026-11-13',
    }),
    kind: z.enum(['observation', 'claim']),
    ...subject,
    rows: z.array(ReportRow).min(1).max(ROWS_PER_REPORT).optional(),
    ...claim,
  })
  .check((context) => {
    const body = context.value
    const addIssue = (path: string, error: string) =>
      context.issues.push({ code: 'custom', input: body, path: [path], message: error })
    const requiredFields =
      body.kind === 'observation'
        ? (['rows'] as const)
        : (['metric', 'value', 'windowStart', 'windowEnd'] as const)
    for (const field of requiredFields)
      if (body[field] === undefined) addIssue(field, `is required when kind is ${body.kind}`)
    if (body.windowStart && body.windowEnd && body.windowEnd < body.windowStart)
      addIssue('windowEnd', 'must not be before windowStart')
    const named = body.generatedMediaId !== undefined || body.platformAdId !== undefined
    const rowsNamed = body.kind === 'observation' && body.rows?.every((row) => row.platformAdId !== undefined)
    if (!named && !rowsNamed) addIssue('generatedMediaId', 'is required unless platformAdId is sent')
  })
  .meta({
    id: 'ReportBody',
    oneOf: [
      { properties: { kind: { const: 'observation' } }, required: ['rows'] },
      { properties: { kind: { const: 'claim' } }, required: ['metric', 'value', 'windowStart', 'windowEnd'] },
    ],
    anyOf: [{ required: ['generatedMediaId'] }, { required: ['platformAdId'] }],
  })

export type ReportBody = z.infer<typeof ReportBody>

export const Report = z
  .object({
    id: idSchema('report'),
    evidence: z.enum(evidences).meta({ description: 'The evidence for the subject after this report' }),
    accepted: z.int().meta({ description: 'Number of rows for new days, or 1 for a claim' }),
    replaced: z.int().meta({ description: 'Number of rows that replaced an older reading' }),
    ignored: z.int().meta({ description: 'Number of rows older than the stored reading' }),
  })
  .meta({ id: 'Report' })

export type Report = z.infer<typeof Report>

export const ReportAnswer = z.object({ report: Report, message })

export type ReportAnswer = z.infer<typeof ReportAnswer>
