import type { Values } from './environment.ts'

export const publicUrlOf = (e: { PUBLIC_URL?: string | undefined; HOST: string; PORT: number }): string =>
  (e.PUBLIC_URL ?? `http://${e.HOST}:${e.PORT}`).replace(/\/$/, '')

type StorageEnvironment = Pick<
  Values,
  'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>

export const storageOf = (e: StorageEnvironment) => ({
  endpoint: e.S3_ENDPOINT,
  bucket: e.S3_BUCKET,
  region: e.S3_REGION,
  accessKeyId: e.S3_ACCESS_KEY_ID,
  secretAccessKey: e.S3_SECRET_ACCESS_KEY,
})
