import { z } from 'zod'

/**
 * A lift test compares people who could see the ad with people who could not. It is reported with the row of
 * its last day and belongs to no sum of the row.
 */
export const liftTestField = (
  day: () => z.ZodType<string>,
  whole: () => z.ZodInt,
  sum: () => z.ZodType<number>,
) =>
  z
    .object({
      since: day().describe('The first day of the test; the day of the row is its last'),
      testPeople: whole().min(1).describe('People who could see the ad'),
      controlPeople: whole().min(1).describe('People from whom it was withheld'),
      testConversions: sum().describe('All conversions of the first group, not only attributed ones'),
      controlConversions: sum().describe('All conversions of the second group'),
    })
    .optional()
    .describe('A lift test that ended on this day: what people did who could not see the ad')

type Tested = { day: string; liftTest?: { since: string } | undefined }

/** Refuses a test that begins after its last day. */
export const possibleLiftTest = () =>
  z.check<Tested>(({ value: { day, liftTest }, issues }) => {
    if (liftTest && liftTest.since > day)
      issues.push({
        code: 'custom',
        input: liftTest.since,
        path: ['liftTest', 'since'],
        message: 'must not be after the day of the row',
      })
  })

const pct = () => z.number().nullable()

/** What lift tests say about an ad, or about several together. */
const effect = {
  liftPct: pct().describe('How many percent more conversions the ad caused; null: under 5 in a group'),
  lowPct: pct().describe('It is more than this with a probability of 90%'),
  highPct: pct().describe('It is less than this with a probability of 90%'),
  probability: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe('The probability that it caused any; null: under 5 conversions in a group'),
}

export const LiftTest = z
  .object({
    windowStart: z.iso.date().describe('The first day of the test'),
    windowEnd: z.iso.date().describe('Its last day'),
    ...effect,
    incremental: z
      .number()
      .describe('Conversions of the people with the ad that would not have been without it'),
    incrementalCpa: z
      .number()
      .nullable()
      .describe(
        'What the ad spent in these days by `incremental`; null: nothing spent or gained, a day without ' +
          'a row, or under 5 conversions in a group',
      ),
    incrementalRoas: z
      .number()
      .nullable()
      .describe(
        'Revenue of `incremental` by that spend, at the usual order value of these days; null: unknown',
      ),
    testPeople: z.int().describe('People who could see the ad'),
    controlPeople: z.int().describe('People from whom it was withheld'),
    testConversions: z.number().describe('All conversions of the first group'),
    controlConversions: z.number().describe('All conversions of the second group'),
    source: z.string().describe('The name of the key that reported it'),
  })
  .meta({ id: 'LiftTest' })

export type LiftTest = z.infer<typeof LiftTest>

/** The newest tests of several ads, joined by how sure each is. */
export const PatternLift = z
  .object({ tests: z.int().describe('How many of its ads have a test that could be judged'), ...effect })
  .meta({ id: 'PatternLift' })

export type PatternLift = z.infer<typeof PatternLift>
