import { z } from 'zod'

/** What an owner may store, live and test data apart. Names in Bytes are sizes, the others are counts. */
export const quotaNames = ['uploads', 'uploadBytes', 'photos', 'photoBytes', 'memoryRows', 'notes'] as const
export type QuotaName = (typeof quotaNames)[number]

const meanings: Record<QuotaName, string> = {
  uploads: 'Uploads that are not deleted',
  uploadBytes: 'Their size in bytes',
  photos: 'Photos of products and characters, and the files and URLs of jobs',
  photoBytes: 'Their size in bytes',
  memoryRows: 'Reported rows and claims',
  notes: 'Notes of the memory',
}

const Quota = z
  .object({
    used: z.int().min(0).describe('How much is stored now'),
    limit: z.int().min(0).describe('How much may be stored'),
  })
  .meta({ id: 'Quota' })

export const QuotasAnswer = z.object({
  quotas: z
    .object(
      Object.fromEntries(
        quotaNames.map((name) => [name, Quota.meta({ description: meanings[name] })]),
      ) as Record<QuotaName, typeof Quota>,
    )
    .describe('What is stored, and what may be'),
})

export type Quotas = z.infer<typeof QuotasAnswer>['quotas']
