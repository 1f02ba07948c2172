import { z } from 'zod'
import { conclusionAge } from './history.ts'
import { idRef, idSchema } from './ids.ts'
import {
  ACTIVE_ADS_MAX,
  CELLS_PER_PLAN,
  RUNNING_IDS_CHARACTERS,
  RUNNING_IDS_MAX,
  TARGET_ADS_DEFAULT,
  TARGET_ADS_MAX,
} from './limits.ts'
import { day } from './reports.ts'
import { orientations } from './submit-bodies.ts'
import { message, outOfRange } from './text.ts'

export const cellStates = ['untested', 'winning', 'tired', 'losing', 'open'] as const
export type CellState = (typeof cellStates)[number]

const cell = {
  cepId: idSchema('cep').describe('The CEP of the combination'),
  characterId: idSchema('character')
    .nullable()
    .describe('The character of the combination; null: without one'),
  mediaType: z.enum(['IMAGE', 'VIDEO']).describe('Whether it is for an image or a video'),
  orientation: z.enum(orientations).describe('The orientation of the combination'),
}

export const Cell = z
  .object({
    ...cell,
    state: z.enum(cellStates).describe('What the ads of this combination show so far'),
    estimate: z.number().nullable().describe('The value of its metric; null: nothing was shown yet'),
    probabilityBetter: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('The probability of being better than the baseline; null: not known'),
    ads: z.int().describe('How many of your ads have this combination'),
  })
  .meta({ id: 'Cell' })

export type Cell = z.infer<typeof Cell>

/** What the next ad of a cell is expected to bring. */
export const Lift = z
  .object({
    expected: z.number().describe('The most likely multiple'),
    low: z.number().describe('Below this with a probability of 10%'),
    high: z.number().describe('Above this with a probability of 10%'),
  })
  .meta({
    id: 'Lift',
    description:
      'Conversions (clicks, where only these are known) per money of a new ad in its first week, as a ' +
      'multiple of what is usual. It is between `low` and `high` with a probability of 80%.',
  })

export type Lift = z.infer<typeof Lift>

export const PlannedAds = z
  .object({
    ...cell,
    count: z.int().min(1).describe('How many ads to make'),
    reason: z.string().describe('Why this combination, in a sentence'),
    cepText: z.string().describe('The text of the CEP'),
    hook: z.string().nullable().meta({ description: 'The hook that won here: for one of the ads' }),
    newHooks: z.int().min(0).meta({ description: 'How many of the ads need a hook that was not used here' }),
    lift: Lift,
    followsWinner: z.boolean().describe('Whether this combination has won already'),
    creditsCost: z
      .int()
      .meta({ description: 'Of all these ads; a video at the price of the shortest in SD' }),
  })
  .meta({ id: 'PlannedAds' })

export type PlannedAds = z.infer<typeof PlannedAds>

/** When what runs is expected to bring less than usual. */
export const Fall = z
  .object({
    days: z.int().nullable().describe('The most likely number of days; null: more than 60'),
    earliest: z.int().nullable().describe('With a probability of 10% it is earlier; null: more than 60'),
    latest: z.int().nullable().describe('With a probability of 10% it is later; null: more than 60'),
    due: z.boolean().meta({ description: 'Probably under the usual within ten days: replace it now' }),
  })
  .meta({
    id: 'Fall',
    description:
      'Days until it brings less than usual, 0 if it does already, null for more than 60. It happens ' +
      'between `earliest` and `latest` with a probability of 80%.',
  })

export type Fall = z.infer<typeof Fall>

const spendAtRisk = z
  .number()
  .meta({ description: 'What is expected to be spent below the usual in the next seven days' })

const expectedLoss = z.number().meta({
  description: 'Of the spend of the next seven days, what is expected to be lost compared with the usual',
})

export const RunningAd = z
  .object({
    cepId: cell.cepId.nullable().describe('The CEP of the ad; null: not known'),
    characterId: cell.characterId,
    mediaType: cell.mediaType.nullable().describe('Its media type; null: not known'),
    orientation: cell.orientation.nullable().describe('Its orientation; null: not known'),
    platformAdId: z.string().nullable().describe('The ad on its platform; null: not known'),
    generatedMediaId: idSchema('media').nullable().describe('The media of the ad; null: not known'),
    hook: z.string().nullable().describe('How it opens; null: not known'),
    firstDay: day().describe('Its first day with a row'),
    lastDay: day().describe('Its last day with a row'),
    fading: z.boolean().describe('Whether it wears out or brings less than before'),
    fall: Fall,
    spendAtRisk,
    expectedLoss,
    currency: z.string().describe('The currency of both amounts'),
  })
  .meta({ id: 'RunningAd' })

export type RunningAd = z.infer<typeof RunningAd>

/** The running ads of a combination together. */
export const RunningCell = z
  .object({
    ...cell,
    ads: z.int().min(1).describe('How many ads of it run'),
    fall: Fall,
    spendAtRisk: z
      .array(z.object({ currency: z.string().describe('Three letters of ISO 4217'), amount: spendAtRisk }))
      .describe('What is at risk, for each currency'),
  })
  .meta({ id: 'RunningCell' })

export type RunningCell = z.infer<typeof RunningCell>

/** An ad that should be replaced now, and by what. */
export const Replacement = z
  .object({
    platformAdId: z.string().nullable().describe('The ad to replace; null: not known on its platform'),
    generatedMediaId: idSchema('media').nullable().describe('The media of the ad; null: not known'),
    fall: Fall,
    spendAtRisk,
    expectedLoss,
    currency: z.string().describe('The currency of both amounts'),
    by: z
      .object({
        ...cell,
        reason: z.string().describe('Why this combination, in a sentence'),
        cepText: z.string().describe('The text of the CEP'),
        hook: z
          .string()
          .nullable()
          .describe('The hook that won here, for one ad of a plan; null: it needs a new hook'),
        lift: Lift,
      })
      .nullable()
      .describe('What to make instead; null: every combination loses'),
  })
  .meta({ id: 'Replacement' })

export type Replacement = z.infer<typeof Replacement>

export const Plan = z
  .object({
    need: z.int().min(0).describe('How many ads are missing'),
    cells: z
      .array(Cell)
      .max(CELLS_PER_PLAN)
      .describe('Every combination that could be made, those with ads first; 100 at most'),
    make: z.array(PlannedAds).describe('What to make now, most ads first'),
    creditsCost: z.int().describe('The price of all of `make`'),
    fewWinners: z.string().nullable().meta({
      description: 'Why less than half of the places follow a winning combination; else null',
    }),
    running: z.array(RunningAd).meta({
      description: 'The ads that run: those whose rows reach to the newest day of the product',
    }),
    runningCells: z.array(RunningCell).describe('The same by combination'),
    replace: z.array(Replacement).meta({
      description:
        'Running ads that should be replaced now: first those that bring less than usual already, then ' +
        'those that soon will, each with the largest `expectedLoss` first',
    }),
  })
  .meta({ id: 'Plan' })

export type Plan = z.infer<typeof Plan>

const countUpTo = (max: number) =>
  z
    .string()
    .regex(/^[0-9]{1,4}$/, outOfRange(0, max))
    .transform(Number)
    .refine((value) => value <= max, outOfRange(0, max))

const documentedCount = (max: number) => ({ type: 'integer', minimum: 0, maximum: max }) as const

const idList = z
  .string()
  .max(RUNNING_IDS_CHARACTERS)
  .transform((text) => [...new Set(text.split(',').filter((id) => id !== ''))])
  .refine((ids) => ids.length <= RUNNING_IDS_MAX, `Send at most ${RUNNING_IDS_MAX} ids.`)
  .meta({ documentedAs: { type: 'string', maxLength: RUNNING_IDS_CHARACTERS } })

export const PlanQuery = z.object({
  productId: idRef('product').describe('The product to plan for'),
  running: idList
    .optional()
    .describe('Ids of the ads that run now, of the platform or of media, with commas between; best of all'),
  active: countUpTo(ACTIVE_ADS_MAX)
    .optional()
    .meta({ documentedAs: documentedCount(ACTIVE_ADS_MAX) })
    .describe('Number of ads that run now. Without both, those count whose rows are up to date'),
  target: countUpTo(TARGET_ADS_MAX)
    .default(TARGET_ADS_DEFAULT)
    .meta({ documentedAs: { ...documentedCount(TARGET_ADS_MAX), default: TARGET_ADS_DEFAULT } })
    .describe('Number of ads that should run'),
})

export type PlanQuery = z.infer<typeof PlanQuery>

export const PlanAnswer = z.object({
  plan: Plan.describe('What to make next, and what to replace'),
  message,
  ...conclusionAge,
})

export type PlanAnswer = z.infer<typeof PlanAnswer>
