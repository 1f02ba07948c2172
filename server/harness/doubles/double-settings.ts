export const doubleNames = ['fal', 'kie', 'openai', 'runway'] as const
export type DoubleName = (typeof doubleNames)[number]

/** Signed callbacks name it. */
export const ACCOUNT = 'double-account'
const WEBHOOK_KEY = 'double-webhook-key'

/** Where the service finds each provider. */
const addresses: Record<DoubleName, (url: string) => NodeJS.ProcessEnv> = {
  fal: (url) => ({
    FAL_ACCOUNT_ID: ACCOUNT,
    FAL_QUEUE_URL: url,
    FAL_PLATFORM_URL: `${url}/api/v1`,
    FAL_REST_URL: `${url}/rest`,
    FAL_FILE_HOSTS: url,
  }),
  kie: (url) => ({
    KIE_WEBHOOK_KEY: WEBHOOK_KEY,
    KIE_API_URL: url,
    KIE_UPLOAD_URL: url,
    KIE_FILE_HOSTS: url,
  }),
  openai: (url) => ({ OPENAI_BASE_URL: `${url}/v1` }),
  runway: (url) => ({ RUNWAY_BASE_URL: url, RUNWAY_FILE_HOSTS: url, RUNWAY_UPLOAD_HOSTS: url }),
}

/** The settings of a service that uses these doubles as its providers, without their keys. */
export const settingsOf = (urls: Partial<Record<DoubleName, string>>): NodeJS.ProcessEnv =>
  Object.assign(
    { PROVIDERS: Object.keys(urls).join(',') },
    ...Object.entries(urls).map(([name, url]) => addresses[name as DoubleName](url)),
  )

/** The settings with the keys, which only a worker is given. */
export const keySettingsOf = (keys: Partial<Record<DoubleName, string>>): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(keys).map(([name, key]) => [`${name.toUpperCase()}_KEY`, key]))
