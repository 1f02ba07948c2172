import { z } from 'zod'

/**
 * What a row may count beside its sums, in the order in which people pass it: how a video holds their
 * attention, and how far they come after a click.
 */
const meanings = {
  videoPlays: 'How often the video began to play',
  threeSecondPlays: 'Plays of at least three seconds',
  thruPlays: 'Plays to the end, or of at least 15 seconds',
  playsTo25: 'Plays that came to a quarter of the video',
  playsTo50: 'Plays that came to half of the video',
  playsTo75: 'Plays that came to three quarters of the video',
  playsTo100: 'Plays that came to the end of the video',
  outboundClicks: 'Clicks that led away from the platform',
  landingPageViews: 'Landing pages that loaded after a click',
  addsToCart: 'How often something was put into the cart',
  checkouts: 'How often a checkout was begun',
  newCustomers: 'Those of the conversions that came from new customers',
} as const

export type CountName = keyof typeof meanings
export const countNames = Object.keys(meanings) as CountName[]

/** What is left of the revenue. It is kept with the counts of its row and is no part of the funnel. */
export const MARGIN = 'margin'
export type RowFigure = CountName | typeof MARGIN
export const rowFigures: RowFigure[] = [...countNames, MARGIN]

/** The platform attributes these like conversions, so they can be fractions. */
const attributed = new Set<CountName>(['addsToCart', 'checkouts', 'newCustomers'])

type Fields = { [Name in CountName]: z.ZodOptional<z.ZodType<number>> }

/** One optional field for each count. */
export const countFields = (whole: () => z.ZodType<number>, sum: () => z.ZodType<number>): Fields =>
  Object.fromEntries(
    countNames.map((name) => [
      name,
      (attributed.has(name) ? sum() : whole()).optional().meta({ description: meanings[name] }),
    ]),
  ) as Fields

type Counted = { impressions: number; conversions: number; revenue: number } & {
  [Name in RowFigure]?: number | undefined
}

/**
 * What a count is part of. A quarter of a video is not part of its half: a viewer may skip to it. What
 * follows a click has no such limit: one visit may fill a cart twice.
 */
const wholes: { [Name in RowFigure]?: (keyof Counted)[] } = {
  videoPlays: ['impressions'],
  threeSecondPlays: ['videoPlays', 'impressions'],
  thruPlays: ['threeSecondPlays', 'videoPlays', 'impressions'],
  playsTo25: ['videoPlays', 'impressions'],
  playsTo50: ['videoPlays', 'impressions'],
  playsTo75: ['videoPlays', 'impressions'],
  playsTo100: ['videoPlays', 'impressions'],
  newCustomers: ['conversions'],
  margin: ['revenue'],
}

/** Refuses a count that is larger than what it is part of. */
export const possibleCounts = () =>
  z.check<Counted>(({ value, issues }) => {
    for (const name of rowFigures) {
      const count = value[name]
      const whole = wholes[name]?.find((one) => (value[one] ?? Infinity) < (count ?? 0))
      if (whole) issues.push({ code: 'custom', input: count, path: [name], message: tooMany(whole) })
    }
  })

const tooMany = (whole: string) => `must not be more than ${whole}`

/** From what each step is counted, and to what. The last one is for those who do not report the cart. */
export const stepCounts = {
  hook: ['impressions', 'threeSecondPlays'],
  hold: ['threeSecondPlays', 'thruPlays'],
  click: ['impressions', 'outboundClicks'],
  landing: ['outboundClicks', 'landingPageViews'],
  cart: ['landingPageViews', 'addsToCart'],
  checkout: ['addsToCart', 'checkouts'],
  purchase: ['checkouts', 'conversions'],
  conversion: ['landingPageViews', 'conversions'],
} as const satisfies Record<string, [of: keyof Counted, reached: keyof Counted]>

export type StepName = keyof typeof stepCounts
export const stepNames = Object.keys(stepCounts) as StepName[]

const FunnelStep = z
  .object({
    step: z
      .enum(stepNames)
      .describe(
        'hook: three-second plays of impressions; hold: ThruPlays of those; click: outbound clicks of ' +
          'impressions; landing: page views of those; cart: adds to cart of those; checkout: of those; ' +
          'purchase: conversions of those; conversion: conversions of page views',
      ),
    of: z.number().describe('How many could take the step, in the rows that count both'),
    reached: z.number().describe('How many took it, in the same rows'),
    rate: z.number().nullable().describe('The second by the first; null: none could take it'),
    usual: z.number().nullable().describe('The rate of all comparable ads together; null: too little data'),
    lift: z.number().nullable().describe('The rate as a multiple of the usual one; null: one is not known'),
  })
  .meta({ id: 'FunnelStep' })

/** The step where fewer go on than is usual, by more than chance. */
const Leak = z
  .object({
    step: z.enum(stepNames).describe('The step where most is lost against what is usual'),
    rate: z.number().describe('The estimate of its rate: little data stays near the usual one'),
    high: z.number().describe('The true rate is below this with a probability of 90%'),
    usual: z.number().describe('The rate of all comparable ads together'),
    lift: z.number().describe('The estimate as a multiple of the usual rate'),
    chance: z
      .number()
      .min(0)
      .max(1)
      .describe('The chance that any of its steps would look this bad without a cause; at most 0.05'),
  })
  .meta({ id: 'Leak' })

/** Only where such counts were reported. */
export const Funnel = z
  .object({
    counts: z
      .object(countFields(z.number, z.number))
      .describe('The sums of what was counted beside the sums of every row'),
    steps: z.array(FunnelStep).describe('The steps that were counted, in their order'),
    leak: Leak.nullable().describe(
      'The step that is below what is usual by at least a fifth and by more than chance; null: none is',
    ),
  })
  .meta({ id: 'Funnel' })

export type Funnel = z.infer<typeof Funnel>

/** Of several ads together. */
export const PatternFunnel = Funnel.omit({ counts: true }).meta({ id: 'PatternFunnel' })

export type PatternFunnel = z.infer<typeof PatternFunnel>
