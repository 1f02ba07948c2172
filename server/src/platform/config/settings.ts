import type { z } from 'zod'
import { AccountEnvironment } from './provider-accounts.ts'
import { Environment } from './read-config.ts'

/** Every setting that any process or command reads, and what each may be. */
export const settings: Readonly<Record<string, z.ZodType>> = {
  ...AccountEnvironment.shape,
  ...Environment.shape,
}
