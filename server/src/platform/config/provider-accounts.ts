import { z } from 'zod'
import type { ProviderKeys } from './read-provider-keys.ts'
import { ProviderEnvironment, type ProviderSettings, providerSettingsOf } from './read-provider-settings.ts'

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

/** Our accounts at the providers. A provider without its key is not asked. */
export type ProviderAccounts = {
  settings: ProviderSettings
  keys: ProviderKeys
  adminKeys: ProviderKeys
  tempDir: string
}

export const toAccounts = (e: z.infer<typeof AccountEnvironment>, tempDir: string): ProviderAccounts => ({
  settings: providerSettingsOf(e),
  keys: { fal: e.FAL_KEY, kie: e.KIE_KEY, openai: e.OPENAI_KEY, runway: e.RUNWAY_KEY },
  adminKeys: { fal: e.FAL_ADMIN_KEY, openai: e.OPENAI_ADMIN_KEY },
  tempDir,
})
