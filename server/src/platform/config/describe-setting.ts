const url = (example: string): string => `a URL, such as ${example}`
const seconds = 'a number of seconds, above 0 and at most 86400'
const port = 'a port, a whole number from 0 to 65535'
const wholeNumber = (from: number, to: number): string => `a whole number from ${from} to ${to}`
const origins = 'origins such as https://files.example or https://*.files.example, separated by commas'
const quota = 'a whole number, 0 or more'

/** What each setting must be, in words that follow "must be" and "Set it to". */
const wanted = {
  CELL: 'two letters or digits',
  HOST: 'a host name or an IP address',
  PORT: port,
  PUBLIC_URL: url('https://atelier.example.com'),
  TRUST_PROXY: 'IP addresses or networks of proxies, separated by commas',
  DATABASE_URL: 'the URL of the database: postgres://user:password@host:5432/name',
  DATABASE_DIRECT_URL: 'the URL of the database itself, without a pooler in between',
  DATABASE_REPLICA_URL: 'the URL of a standby of the database',
  MIGRATION_DATABASE_URL: 'the URL of the database for a login that may migrate it',
  DATABASE_POOL_SIZE: wholeNumber(2, 200),
  DATABASE_HEAVY_POOL_SIZE: wholeNumber(1, 50),
  ENGINE_INGRESS_URL: url('http://127.0.0.1:8080'),
  ENGINE_ADMIN_URL: url('http://127.0.0.1:9070'),
  ENGINE_PUBLIC_KEY: 'the public key of the engine, which starts with publickeyv1_',
  WORKER_HOST: 'a host name or an IP address',
  WORKER_PORT: port,
  WORKER_HEALTH_PORT: port,
  WORKER_URL: url('http://127.0.0.1:4180'),
  S3_ENDPOINT: url('https://s3.example.com'),
  S3_BUCKET: 'the name of a bucket, at least 3 characters',
  S3_REGION: 'the region of the bucket',
  S3_ACCESS_KEY_ID: 'the access key id of the bucket',
  S3_SECRET_ACCESS_KEY: 'the secret access key of the bucket',
  FILES_URL: url('https://files.example.com'),
  ENVIRONMENT: 'one of development, production',
  SIMULATOR_URL: url('http://127.0.0.1:4200'),
  PROVIDERS: 'names of providers, separated by commas: fal, kie, openai, runway',
  PROVIDERS_FILE: 'the path of a JSON file that says which models are offered',
  FAL_KEY: 'the key of your account at fal',
  FAL_ACCOUNT_ID: 'the id of your account at fal, as its callbacks name it',
  FAL_QUEUE_URL: url('https://queue.provider.example'),
  FAL_PLATFORM_URL: url('https://api.provider.example/v1'),
  FAL_REST_URL: url('https://rest.provider.example'),
  FAL_FILE_HOSTS: origins,
  KIE_KEY: 'the key of your account at kie.ai',
  KIE_WEBHOOK_KEY: 'the key with which kie.ai signs callbacks, as set in its console',
  KIE_API_URL: url('https://api.provider.example'),
  KIE_UPLOAD_URL: url('https://uploads.provider.example'),
  KIE_FILE_HOSTS: origins,
  OPENAI_KEY: 'the key of your account at OpenAI, or of your own server',
  OPENAI_BASE_URL: url('https://api.provider.example/v1'),
  RUNWAY_KEY: 'the key of your account at Runway',
  RUNWAY_BASE_URL: url('https://api.provider.example'),
  RUNWAY_FILE_HOSTS: origins,
  RUNWAY_UPLOAD_HOSTS: origins,
  STRIPE_SECRET_KEY_FILE: 'a file with the secret key of your account at Stripe',
  STRIPE_WEBHOOK_SECRET_FILE:
    'a file with the signing secrets of your webhook endpoint at Stripe, one a line',
  CREDIT_PACKS_FILE: 'a JSON file that says which packs of credits are sold, and for how much',
  STRIPE_API_URL: url('https://api.stripe.com'),
  CALLBACK_URL: url('https://atelier.example.com'),
  CALLBACK_SECRET: 'a random text of at least 32 characters',
  SIGN_UP: 'one of closed, invitation, open',
  FACTOR_KEYS: 'keys as `openssl rand -base64 32` prints them, separated by commas',
  FETCH_DENIED: 'IP addresses or networks, separated by commas',
  TEMP_DIR: 'a folder on a local disk',
  DASHBOARD_DIR: 'the folder of the built dashboard',
  LOG_LEVEL: 'one of debug, info, warn, error, silent',
  IMAGE_STALL_SECONDS: seconds,
  VIDEO_STALL_SECONDS: seconds,
  TICK_SECONDS: seconds,
  SUBMIT_WAIT_SECONDS: seconds,
  SHUTDOWN_WAIT_SECONDS: 'a number of seconds from 0 to 300',
  RUNNING_JOBS_PER_USER: wholeNumber(1, 10_000),
  PARTITION_DAYS: wholeNumber(1, 366),
  RETENTION_DAYS: '0 (never) or a whole number from 30 to 36500',
  LEDGER_PUBLIC_KEYS: 'public keys as `pnpm admin new-signing-key` prints them, separated by commas',
  UNKNOWN_KEYS_PER_MINUTE: wholeNumber(1, 1_000_000),
  REPLAYS_PER_SLOT: wholeNumber(2, 1_000),
  LEDGER_SIGNING_KEY_FILE: 'a file with a private key, made by `pnpm admin new-signing-key`',
  FILES_PER_NETWORK: wholeNumber(1, 512),
  SWEEP_HOURS: '0 (never) or a whole number of hours up to 8760',
  SWEEP_GRACE_HOURS: wholeNumber(48, 8_760),
  UPLOADS_PER_USER: quota,
  UPLOAD_BYTES_PER_USER: quota,
  PHOTOS_PER_USER: quota,
  PHOTO_BYTES_PER_USER: quota,
  MEMORY_ROWS_PER_USER: quota,
  NOTES_PER_USER: quota,
  RATE_LIMIT_FACTOR: wholeNumber(1, 1_000_000),
}

export type SettingName = keyof typeof wanted

/** Says what is wrong with a setting and what to set. Never shows the value, which may be a secret. */
export function describeSetting(name: SettingName, value: string | undefined): string {
  if (value) return `${name} must be ${wanted[name]}.`
  return `${name} is ${value === '' ? 'empty' : 'not set'}. Set it to ${wanted[name]}.`
}
