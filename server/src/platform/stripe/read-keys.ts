import { readFileSync } from 'node:fs'
import { type PaymentSettings, WrongSettings } from '#platform/config'

export type StripeKeys = { secretKey: string; webhookSecrets: string[]; isLive: boolean }

const SECRET_KEY = /^(?:sk|rk)_(live|test)_\w{8,}$/
const WEBHOOK_SECRET = /^whsec_[\w+/=-]{8,}$/

/** The keys of the files. Throws `WrongSettings`, which never shows what is in them. */
export function readKeys({ secretKeyFile, webhookSecretFile, isProduction }: PaymentSettings): StripeKeys {
  const [secretKey = ''] = linesOf('STRIPE_SECRET_KEY_FILE', secretKeyFile)
  const mode = SECRET_KEY.exec(secretKey)?.[1]
  if (!mode) throw wrong('STRIPE_SECRET_KEY_FILE', 'must hold a key that begins with sk_ or rk_')
  // A test key takes cards that pay nothing, and the credits would be real.
  if (isProduction && mode !== 'live')
    throw wrong('STRIPE_SECRET_KEY_FILE', 'must hold a live key when ENVIRONMENT is production')
  const webhookSecrets = linesOf('STRIPE_WEBHOOK_SECRET_FILE', webhookSecretFile)
  if (webhookSecrets.length === 0 || !webhookSecrets.every((one) => WEBHOOK_SECRET.test(one)))
    throw wrong('STRIPE_WEBHOOK_SECRET_FILE', 'must hold secrets that begin with whsec_, one a line')
  return { secretKey, webhookSecrets, isLive: mode === 'live' }
}

function linesOf(setting: string, path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
  } catch (error) {
    throw wrong(setting, `cannot be read: ${(error as { code?: string }).code}`)
  }
}

const wrong = (setting: string, what: string) => new WrongSettings([`${setting}: the file ${what}.`])
