import type { Secrets } from './ensure-secrets.ts'
import type { Engine } from './start-engine.ts'
import type { Postgres } from './start-postgres.ts'
import type { S3 } from './start-s3.ts'
import type { Simulator } from './start-simulator.ts'

export type Dependencies = {
  postgres: Postgres
  engine: Engine
  s3: S3
  simulator: Simulator
  secrets: Secrets
  database: string
  tempDir: string
  apiPort: number
  workerPort: number
}

/** The addresses of the dependencies, as the server's settings. */
export function systemSettings(dependencies: Dependencies): NodeJS.ProcessEnv {
  const { postgres, engine, s3, simulator, secrets } = dependencies
  const baseUrl = `http://127.0.0.1:${dependencies.apiPort}`
  return {
    DATABASE_URL: postgres.url(dependencies.database),
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
    CALLBACK_URL: baseUrl,
    PUBLIC_URL: baseUrl,
    TEMP_DIR: dependencies.tempDir,
    ...apiSettings(dependencies.apiPort),
    ...workerSettings(dependencies.workerPort),
  }
}

export function apiSettings(port: number): NodeJS.ProcessEnv {
  return { HOST: '127.0.0.1', PORT: String(port) }
}

export function workerSettings(port: number): NodeJS.ProcessEnv {
  return { WORKER_HOST: '127.0.0.1', WORKER_PORT: String(port), WORKER_URL: `http://127.0.0.1:${port}` }
}
