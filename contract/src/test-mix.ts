import { z } from 'zod'

const percent = z.int().min(0).max(100).optional()

const Percents = z
  .object({
    slow: percent.describe('Percent of the jobs that take longer'),
    fail: percent.describe('Percent that fail at the provider'),
    moderated: percent.describe('Percent whose content is rejected'),
    refuse: percent.describe('Percent that the provider refuses at once'),
    hang: percent.describe('Percent that never end, and stall'),
    partial: percent.describe('Percent that end with fewer files'),
    lostReply: percent.describe('Percent whose answer from the provider is lost'),
  })
  .refine((parts) => sumOf(parts) <= 100, { message: 'must be 100 in all at most' })
  .meta({
    description:
      'The share of each scenario, 100 in all at most: `lostReply` is `simulator/lost-reply`. ' +
      'The rest ends well',
  })

const sumOf = (parts: Record<string, number | undefined>): number =>
  Object.values(parts).reduce<number>((sum, part) => sum + (part ?? 0), 0)

export const TestMix = z
  .object({
    seed: z
      .int()
      .min(0)
      .max(2_147_483_647)
      .default(1)
      .meta({ description: 'The same seed and the same `clientRef` always draw the same outcome' }),
    percent: Percents,
  })
  .meta({
    id: 'TestMix',
    description:
      'How many jobs of a test key end otherwise than well when they name no `model`: an agent meets ' +
      'failures without changing its calls',
    example: { seed: 1, percent: { fail: 10, hang: 5 } },
  })

export type TestMix = z.infer<typeof TestMix>
