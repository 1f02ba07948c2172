import { z } from 'zod'
import { ProviderEnvironment, providerSettingsOf } from './read-provider-settings.ts'

const key = z.string().min(1).optional()

/** The settings that the operator's commands about providers read: all of them, with the keys. */
export const AccountEnvironment = ProviderEnvironment.extend({
  FAL_KEY: key,
  FAL_ADMIN_KEY: key,
  KIE_KEY: key,
  OPENAI_KEY: key,
  OPENAI_ADMIN_KEY: key,
  RUNWAY_KEY: key,
})

export type ProviderAccounts = ReturnType<typeof toAccounts>

/** Our accounts at the providers. A provider without its key is not asked. */
export function toAccounts(e: z.infer<typeof AccountEnvironment>, tempDir: string) {
  const { isProduction, fal, kie, openai, runway } = providerSettingsOf(e)
  return {
    isProduction,
    tempDir,
    fal: { ...fal, key: e.FAL_KEY, adminKey: e.FAL_ADMIN_KEY },
    kie: { ...kie, key: e.KIE_KEY },
    openai: { ...openai, key: e.OPENAI_KEY, adminKey: e.OPENAI_ADMIN_KEY },
    runway: { ...runway, key: e.RUNWAY_KEY },
  }
}
