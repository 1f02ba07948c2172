import { z } from 'zod'
import { describeSetting } from './describe-setting.ts'
import type { ProviderName } from './read-provider-settings.ts'
import { WrongSettings } from './wrong-settings.ts'

/** Apart from all other settings, because only the worker buys and nobody else may read them. */
const KeyEnvironment = z.object({
  FAL_KEY: z.string().min(1).optional(),
  KIE_KEY: z.string().min(1).optional(),
  OPENAI_KEY: z.string().min(1).optional(),
  RUNWAY_KEY: z.string().min(1).optional(),
})

type KeyName = keyof typeof KeyEnvironment.shape
type Env = Record<string, string | undefined>

export type ProviderKeys = Partial<Record<ProviderName, string | undefined>>

/** The keys of these providers. Throws `WrongSettings` with a line for each that is missing. */
export function readProviderKeys(names: readonly ProviderName[], env: Env = process.env): ProviderKeys {
  const missing = names.map(keyNameOf).filter((name) => !env[name])
  if (missing.length > 0) throw new WrongSettings(missing.map((name) => describeSetting(name, env[name])))
  return Object.fromEntries(names.map((name) => [name, env[keyNameOf(name)]]))
}

const keyNameOf = (name: ProviderName): KeyName => `${name.toUpperCase() as Uppercase<ProviderName>}_KEY`
