import { z } from 'zod'

export const providerNames = ['fal', 'kie', 'openai', 'runway'] as const
export type ProviderName = (typeof providerNames)[number]

const listOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)
const isProvider = (text: string): text is ProviderName => (providerNames as readonly string[]).includes(text)

const names = z.string().refine((text) => listOf(text).every(isProvider))
/** As in `FileHosts`; without TLS only for a double on this machine. */
const ORIGIN = /^https?:\/\/(?:\*\.)?[^\s/*]+$/
const origins = z.string().refine((text) => listOf(text).every((one) => ORIGIN.test(one)))

/** The distributions seen so far; others have the same ending and other owners. */
const RUNWAY_FILE_HOSTS = 'https://dnznrvs05pmza.cloudfront.net,https://d2jqrm6oza8nb6.cloudfront.net'

/** The settings of providers: no keys, which only the worker reads. */
export const ProviderEnvironment = z.object({
  ENVIRONMENT: z.enum(['development', 'production']).default('development'),
  PROVIDERS: names.optional(),
  PROVIDERS_FILE: z.string().min(1).optional(),
  FAL_ACCOUNT_ID: z.string().min(1).optional(),
  FAL_QUEUE_URL: z.url().default('https://queue.fal.run'),
  FAL_PLATFORM_URL: z.url().default('https://api.fal.ai/v1'),
  FAL_REST_URL: z.url().default('https://rest.fal.ai'),
  FAL_FILE_HOSTS: origins.default('https://*.fal.media'),
  KIE_WEBHOOK_KEY: z.string().min(1).optional(),
  KIE_API_URL: z.url().default('https://api.kie.ai'),
  KIE_UPLOAD_URL: z.url().default('https://kieai.redpandaai.co'),
  KIE_FILE_HOSTS: origins.default('https://*.aiquickdraw.com,https://*.redpandaai.co'),
  OPENAI_BASE_URL: z.url().default('https://api.openai.com/v1'),
  RUNWAY_BASE_URL: z.url().default('https://api.dev.runwayml.com'),
  RUNWAY_FILE_HOSTS: origins.default(RUNWAY_FILE_HOSTS),
  RUNWAY_UPLOAD_HOSTS: origins.default('https://*.s3.amazonaws.com,https://*.s3.us-east-1.amazonaws.com'),
})

type Values = z.infer<typeof ProviderEnvironment>

export type ProviderSettings = ReturnType<typeof providerSettingsOf>

/** Which providers generate, and where each of them is. */
export const providerSettingsOf = (e: Values) => ({
  names: [...new Set(listOf(e.PROVIDERS ?? '').filter(isProvider))],
  file: e.PROVIDERS_FILE,
  /** Live keys are never offered the simulator. */
  isProduction: e.ENVIRONMENT === 'production',
  fal: {
    accountId: e.FAL_ACCOUNT_ID ?? '',
    queueUrl: withoutSlash(e.FAL_QUEUE_URL),
    platformUrl: withoutSlash(e.FAL_PLATFORM_URL),
    restUrl: withoutSlash(e.FAL_REST_URL),
    fileHosts: listOf(e.FAL_FILE_HOSTS),
  },
  kie: {
    webhookKey: e.KIE_WEBHOOK_KEY,
    apiUrl: withoutSlash(e.KIE_API_URL),
    uploadUrl: withoutSlash(e.KIE_UPLOAD_URL),
    fileHosts: listOf(e.KIE_FILE_HOSTS),
  },
  openai: { baseUrl: withoutSlash(e.OPENAI_BASE_URL) },
  runway: {
    baseUrl: withoutSlash(e.RUNWAY_BASE_URL),
    fileHosts: listOf(e.RUNWAY_FILE_HOSTS),
    uploadHosts: listOf(e.RUNWAY_UPLOAD_HOSTS),
  },
})

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

const urlSettings = {
  fal: ['FAL_QUEUE_URL', 'FAL_PLATFORM_URL', 'FAL_REST_URL'],
  kie: ['KIE_API_URL', 'KIE_UPLOAD_URL'],
  openai: ['OPENAI_BASE_URL'],
  runway: ['RUNWAY_BASE_URL'],
} as const satisfies Record<ProviderName, (keyof Values)[]>

const LOOPBACK = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f.*\])\.?$/

/** A line for each address that production must not use: only a double is on the same machine. */
export const findLoopback = (e: Values): string[] =>
  providerSettingsOf(e)
    .names.flatMap((name): readonly (keyof Values)[] => urlSettings[name])
    .filter((name) => e.ENVIRONMENT === 'production' && LOOPBACK.test(new URL(e[name] as string).hostname))
    .map((name) => `${name} must not be an address of this machine when ENVIRONMENT is production.`)
