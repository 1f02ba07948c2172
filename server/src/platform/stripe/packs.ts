import { PackId } from '@atelier/contract'
import { z } from 'zod'
import { readSettingsFile } from '#platform/config'

/** What is sold, in the words of the operator. `amount` is in the smallest unit of the currency. */
export type Pack = z.infer<typeof Pack>

const Pack = z.strictObject({
  id: PackId,
  name: z.string().trim().min(1).max(100),
  credits: z.int().min(1).max(1_000_000_000),
  amount: z.int().min(1).max(99_999_999),
  currency: z.string().regex(/^[a-z]{3}$/, { error: 'must be three small letters, such as usd' }),
})

const PacksFile = z.strictObject({
  packs: z
    .array(Pack)
    .min(1)
    .max(20)
    .refine((packs) => new Set(packs.map(({ id }) => id)).size === packs.length, {
      error: 'two packs have one id',
    })
    .refine((packs) => new Set(packs.map(({ currency }) => currency)).size <= 1, {
      error: 'all packs must have one currency',
    }),
})

/** The packs of the operator's file. Throws `WrongSettings` with a line for each error in it. */
export const readPacks = (path: string): Pack[] =>
  readSettingsFile('CREDIT_PACKS_FILE', path, PacksFile).packs
