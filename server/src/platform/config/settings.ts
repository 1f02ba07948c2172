import type { z } from 'zod'
import { Environment } from './environment.ts'
import { AccountEnvironment } from './provider-accounts.ts'
import { MailEnvironment } from './read-mail-settings.ts'
import { PaymentEnvironment } from './read-payment-settings.ts'

/** Every setting that any process or command reads, and what each may be. */
export const settings: Readonly<Record<string, z.ZodType>> = {
  ...AccountEnvironment.shape,
  ...PaymentEnvironment.shape,
  ...MailEnvironment.shape,
  ...Environment.shape,
}
