import type { Secrets } from './ensure-secrets.ts'
import type { Engine } from './start-engine.ts'
import type { Postgres } from './start-postgres.ts'
import type { S3 } from './start-s3.ts'
import type { Simulator } from './start-simulator.ts'

/** The running dependencies, and what else the settings are derived from. */
export type SettingsSource = {
  postgres: Postgres
  engine: Engine
  s3: S3
  simulator: Simulator
  secrets: Secrets
  databaseName: string
  tempDir: string
  apiPort: number
  workerPort: number
}

/** The server's environment variables: where its dependencies are, and where it listens. */
export function systemSettings(source: SettingsSource): NodeJS.ProcessEnv {
  const { postgres, engine, s3, simulator, secrets } = source
  const baseUrl = `http://127.0.0.1:${source.apiPort}`
  return {
    DATABASE_URL: postgres.url(source.databaseName),
    ENGINE_INGRESS_URL: engine.ingressUrl,
    ENGINE_ADMIN_URL: engine.adminUrl,
    ENGINE_PUBLIC_KEY: engine.publicKey,
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    SIMULATOR_URL: simulator.url,
    CALLBACK_SECRET: secrets.callbackSecret,
    FACTOR_KEYS: secrets.factorKey,
    CALLBACK_URL: baseUrl,
    PUBLIC_URL: baseUrl,
    TEMP_DIR: source.tempDir,
    ...apiSettings(source.apiPort),
    ...workerSettings(source.workerPort),
  }
}

export function apiSettings(port: number): NodeJS.ProcessEnv {
  return { HOST: '127.0.0.1', PORT: String(port) }
}

export function workerSettings(port: number): NodeJS.ProcessEnv {
  return { WORKER_HOST: '127.0.0.1', WORKER_PORT: String(port), WORKER_URL: `http://127.0.0.1:${port}` }
}

const PROVIDER_KEYS = ['FAL_KEY', 'KIE_KEY', 'OPENAI_KEY', 'RUNWAY_KEY']

/** The keys of real providers, which only a worker may have. */
export const providerKeysOf = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => PROVIDER_KEYS.includes(name)))

export const withoutProviderKeys = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !PROVIDER_KEYS.includes(name)))

/** An environment whose system buys nothing, whatever the one who starts it has set for another one. */
export function withoutProviders(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PROVIDERS: _, PROVIDERS_FILE: __, ENVIRONMENT: ___, ...rest } = withoutProviderKeys(env)
  return rest
}
