import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'
import {
  readConfig,
  readDatabaseUrl,
  readMigrationUrl,
  WrongSettings,
} from '../../src/platform/config/index.ts'

const RIGHT = {
  DATABASE_URL: 'postgres://localhost/atelier',
  ENGINE_INGRESS_URL: 'http://127.0.0.1:8080',
  ENGINE_ADMIN_URL: 'http://127.0.0.1:9070',
  S3_ENDPOINT: 'http://127.0.0.1:7070',
  S3_BUCKET: 'atelier',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
  SIMULATOR_URL: 'http://127.0.0.1:4200',
  CALLBACK_SECRET: 'a secret of thirty-two characters or more',
}

function linesOf(read: () => unknown): string[] {
  try {
    read()
  } catch (error) {
    expect(error).toBeInstanceOf(WrongSettings)
    return (error as Error).message.split('\n').slice(1)
  }
  throw new Error('the settings were accepted')
}

test('settings that are right are read', () => {
  expect(readConfig(RIGHT)).toMatchObject({ port: 4100, databaseUrl: RIGHT.DATABASE_URL })
  expect(readDatabaseUrl(RIGHT)).toBe(RIGHT.DATABASE_URL)
  expect(readConfig(RIGHT).databaseDirectUrl).toBe(RIGHT.DATABASE_URL)
  const direct = { ...RIGHT, DATABASE_DIRECT_URL: 'postgres://db/atelier' }
  expect([readConfig(direct).databaseDirectUrl, readMigrationUrl(direct)]).toEqual(
    Array(2).fill(direct.DATABASE_DIRECT_URL),
  )
})

test.for([
  ['TRUST_PROXY', 'loopback, 10.0.0.1, 192.168.0.0/16, 10.0.0.0/255.0.0.0, fd00::/8'],
  ['FETCH_DENIED', '192.0.2.1, 2001:db8::/32 198.51.100.0/24'],
])('%s takes addresses and networks', ([name = '', value = '']) => {
  expect(() => readConfig({ ...RIGHT, [name]: value })).not.toThrow()
})

test('every missing setting is one line that says what to set', () => {
  expect(linesOf(() => readConfig({}))).toEqual([
    '  DATABASE_URL is not set. Set it to the URL of the database: postgres://user:password@host:5432/name.',
    '  ENGINE_INGRESS_URL is not set. Set it to a URL, such as http://127.0.0.1:8080.',
    '  ENGINE_ADMIN_URL is not set. Set it to a URL, such as http://127.0.0.1:9070.',
    '  S3_ENDPOINT is not set. Set it to a URL, such as https://s3.example.com.',
    '  S3_BUCKET is not set. Set it to the name of a bucket, at least 3 characters.',
    '  S3_ACCESS_KEY_ID is not set. Set it to the access key id of the bucket.',
    '  S3_SECRET_ACCESS_KEY is not set. Set it to the secret access key of the bucket.',
    '  CALLBACK_SECRET is not set. Set it to a random text of at least 32 characters.',
  ])
})

test.for([
  ['PORT', 'high', 'must be a port, a whole number from 0 to 65535'],
  ['PUBLIC_URL', 'atelier.example', 'must be a URL, such as https://atelier.example.com'],
  [
    'DATABASE_URL',
    'mysql://localhost/a',
    'must be the URL of the database: postgres://user:password@host:5432/name',
  ],
  ['DATABASE_POOL_SIZE', '1', 'must be a whole number from 2 to 200'],
  ['LOG_LEVEL', 'loud', 'must be one of debug, info, warn, error, silent'],
  ['TICK_SECONDS', '0', 'must be a number of seconds, above 0 and at most 86400'],
  ['TRUST_PROXY', '10.0.0.1, proxy', 'must be IP addresses or networks of proxies, separated by commas'],
  ['FETCH_DENIED', '10.0.0.0/33', 'must be IP addresses or networks, separated by commas'],
  ['RETENTION_DAYS', '29', 'must be 0 (never) or a whole number from 30 to 36500'],
  ['CALLBACK_SECRET', 'short', 'must be a random text of at least 32 characters'],
  ['SIGN_UP', 'yes', 'must be one of closed, invitation, open'],
  ['FACTOR_KEYS', 'short', 'must be keys as `openssl rand -base64 32` prints them, separated by commas'],
])(
  'a wrong %s is one line that says what to set, without its value',
  ([name = '', value = '', rule = '']) => {
    expect(linesOf(() => readConfig({ ...RIGHT, [name]: value }))).toEqual([`  ${name} ${rule}.`])
  },
)

test.for([
  ['PROVIDERS', 'fal,sora', 'must be names of providers, separated by commas: fal, kie, openai, runway'],
  ['ENVIRONMENT', 'staging', 'must be one of development, production'],
  [
    'FAL_FILE_HOSTS',
    'files.example',
    'must be origins such as https://files.example or https://*.files.example, separated by commas',
  ],
])('a wrong %s of providers is one line, too', ([name = '', value = '', rule = '']) => {
  expect(linesOf(() => readConfig({ ...RIGHT, [name]: value }))).toEqual([`  ${name} ${rule}.`])
})

test('the providers are those that are named, at their real addresses', () => {
  expect(readConfig(RIGHT).providers).toMatchObject({ names: [], isProduction: false })
  const { providers } = readConfig({
    ...RIGHT,
    PROVIDERS: 'kie, fal,kie',
    OPENAI_BASE_URL: 'https://a.example/v1/',
  })
  expect(providers).toMatchObject({ names: ['kie', 'fal'], openai: { baseUrl: 'https://a.example/v1' } })
  expect(providers.fal.fileHosts).toEqual(['https://*.fal.media'])
})

test('production refuses an enabled provider at an address of this machine', () => {
  const double = {
    ...RIGHT,
    PROVIDERS: 'fal,kie',
    FAL_QUEUE_URL: 'http://127.0.0.1:9000',
    KIE_API_URL: 'http://localhost',
  }
  expect(() => readConfig(double)).not.toThrow()
  expect(linesOf(() => readConfig({ ...double, ENVIRONMENT: 'production' }))).toEqual([
    '  FAL_QUEUE_URL must not be an address of this machine when ENVIRONMENT is production.',
    '  KIE_API_URL must not be an address of this machine when ENVIRONMENT is production.',
  ])
  const other = { ...double, PROVIDERS: 'openai', ENVIRONMENT: 'production' }
  expect(readConfig(other).providers.isProduction).toBe(true)
})

test('a command needs the URL of the database alone, and says so', () => {
  expect(linesOf(() => readDatabaseUrl({}))).toEqual([
    '  DATABASE_URL is not set. Set it to the URL of the database: postgres://user:password@host:5432/name.',
  ])
  expect(linesOf(() => readDatabaseUrl({ DATABASE_URL: 'localhost' }))).toHaveLength(1)
})

type Ended = { status: number | null; printed: string }

const run = (file: string, args: string[], env: Record<string, string>): Promise<Ended> =>
  new Promise((resolve) => {
    const path = new URL(`../../src/entry/${file}`, import.meta.url).pathname
    const child = execFile(process.execPath, [path, ...args], { env }, (_, stdout, stderr) =>
      resolve({ status: child.exitCode, printed: stdout + stderr }),
    )
  })

test.for([
  ['main.ts', 'api', {}],
  ['main.ts', 'worker', { ...RIGHT, ENGINE_PUBLIC_KEY: '' }],
  ['main.ts', 'worker', RIGHT],
  ['main.ts', 'worker', { ...RIGHT, PROVIDERS: 'fal' }],
  ['main.ts', 'api', { ...RIGHT, PROVIDERS_FILE: 'no-such-file.json' }],
  ['main.ts', 'api', { ...RIGHT, SIMULATOR_URL: undefined }],
  ['admin.ts', 'migrate', {}],
  ['admin.ts', 'verify-ledger', {}],
] as const)(
  '%s %s with wrong settings ends with status 2 and a list, without a stack',
  async ([file, role, env]) => {
    const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined))
    const { status, printed } = await run(file, [role], given as Record<string, string>)
    expect(printed).toMatch(/^Environment variables are missing or wrong:\n( {2}[A-Z0-9_]+ .*\.\n)+$/)
    expect(status).toBe(2)
  },
)
