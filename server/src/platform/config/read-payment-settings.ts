import { z } from 'zod'

/** The settings of payments. Keys are in files, so that no list of an environment shows them. */
export const PaymentEnvironment = z.object({
  STRIPE_SECRET_KEY_FILE: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET_FILE: z.string().min(1).optional(),
  CREDIT_PACKS_FILE: z.string().min(1).optional(),
  STRIPE_API_URL: z.url().default('https://api.stripe.com'),
})

type Values = z.infer<typeof PaymentEnvironment>

/** Where Stripe is, and the files with our keys and prices. */
export type PaymentSettings = {
  secretKeyFile: string
  webhookSecretFile: string
  packsFile: string
  apiUrl: string
  isProduction: boolean
}

const FILES = ['STRIPE_SECRET_KEY_FILE', 'STRIPE_WEBHOOK_SECRET_FILE', 'CREDIT_PACKS_FILE'] as const

/** Undefined where nothing is sold: without any of the files. */
export function paymentSettingsOf(e: Values, isProduction: boolean): PaymentSettings | undefined {
  const [secretKeyFile, webhookSecretFile, packsFile] = FILES.map((name) => e[name])
  if (!secretKeyFile || !webhookSecretFile || !packsFile) return undefined
  return { secretKeyFile, webhookSecretFile, packsFile, apiUrl: e.STRIPE_API_URL, isProduction }
}

/** A line for each file that is missing while another one is named, and for a double in production. */
export function findWrongPayments(e: Values & { ENVIRONMENT: string }): string[] {
  const missing = FILES.filter((name) => !e[name])
  if (missing.length === FILES.length) return []
  const lines = missing.map(
    (name) => `${name} is not set. Payments need ${FILES.join(', ')}; set all of them or none.`,
  )
  if (e.ENVIRONMENT === 'production' && !e.STRIPE_API_URL.startsWith('https:'))
    lines.push('STRIPE_API_URL must be an https address when ENVIRONMENT is production.')
  return lines
}
