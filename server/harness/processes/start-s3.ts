import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { join } from 'node:path'
import { CreateBucketCommand, ListBucketsCommand, S3Client } from '@aws-sdk/client-s3'
import { findFreePort } from './find-free-port.ts'
import { loadProgramPath } from './program-path.ts'
import { ChildDied } from './start-child.ts'
import { type ManagedProcess, type ProcessPlan, startManagedProcess } from './start-managed-process.ts'

export type S3Options = {
  dir: string
  port?: number
  bucket?: string
  accessKeyId?: string
  secretAccessKey?: string
  /** Serves HTTPS with this certificate. */
  tls?: { certFile: string; keyFile: string }
  logFile?: string
  signal?: AbortSignal | undefined
}

export type S3Access = {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** The authority that signed the certificate, if it is not a public one. */
  readonly ca?: string
}

export type S3 = ManagedProcess & S3Access

const REGION = 'us-east-1'

export async function startS3(options: S3Options): Promise<S3> {
  const { dir } = options
  const program = loadProgramPath('versitygw')
  const port = options.port ?? (await findFreePort())
  const { tls } = options
  const access: S3Access = {
    endpoint: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    region: REGION,
    bucket: options.bucket ?? 'atelier',
    accessKeyId: options.accessKeyId ?? 'atelier',
    secretAccessKey: options.secretAccessKey ?? 'atelier-on-loopback',
    ...(tls && { ca: readFileSync(tls.certFile, 'utf8') }),
  }
  const client = openS3Client(access)
  try {
    const managed = await startOverFolder(dir, options.signal, (storageArgs) => ({
      name: 's3',
      program,
      // Its web page, its health page and a port for administration are off by default.
      args: [
        '--port',
        `127.0.0.1:${port}`,
        '--region',
        REGION,
        '--quiet',
        '--keep-alive',
        ...(tls ? ['--cert', tls.certFile, '--key', tls.keyFile] : []),
        'posix',
        ...storageArgs,
      ],
      env: { ROOT_ACCESS_KEY_ID: access.accessKeyId, ROOT_SECRET_ACCESS_KEY: access.secretAccessKey },
      cwd: dir,
      logFile: options.logFile ?? join(dir, 's3.log'),
      isReady: () => lists(access),
      isPassing: (logTail) => /address already in use/i.test(logTail),
    }))
    await createBucket(client, access.bucket, managed)
    return Object.assign(managed, access)
  } finally {
    client.destroy()
  }
}

/**
 * Metadata such as the content type is stored in extended attributes of the files. On a filesystem without
 * them the server exits at once; then a separate folder holds the metadata, from that start on.
 */
async function startOverFolder(
  dir: string,
  signal: AbortSignal | undefined,
  planFor: (storageArgs: string[]) => ProcessPlan,
): Promise<ManagedProcess> {
  const objects = join(dir, 'objects')
  const sidecar = join(dir, 'sidecar')
  mkdirSync(objects, { recursive: true })
  const withSidecar = planFor(['--sidecar', sidecar, objects])
  if (existsSync(sidecar)) return startManagedProcess(withSidecar, signal)
  try {
    return await startManagedProcess(planFor([objects]), signal)
  } catch (error) {
    if (!(error instanceof ChildDied) || !/xattr|extended attr/i.test(error.logTail)) throw error
    mkdirSync(sidecar)
    return startManagedProcess(withSidecar, signal)
  }
}

export function openS3Client({ endpoint, region, accessKeyId, secretAccessKey, ca }: S3Access): S3Client {
  const credentials = { accessKeyId, secretAccessKey }
  const trust = ca === undefined ? {} : { requestHandler: { httpsAgent: new Agent({ ca }) } }
  return new S3Client({ endpoint, region, credentials, forcePathStyle: true, ...trust })
}

async function lists(access: S3Access): Promise<boolean> {
  const client = openS3Client(access)
  try {
    await client.send(new ListBucketsCommand({}), { abortSignal: AbortSignal.timeout(1_000) })
    return true
  } finally {
    client.destroy()
  }
}

async function createBucket(client: S3Client, bucket: string, managed: ManagedProcess): Promise<void> {
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }), {
      abortSignal: AbortSignal.timeout(5_000),
    })
  } catch (error) {
    if ((error as Error).name === 'BucketAlreadyOwnedByYou') return
    await managed.stop()
    throw error
  }
}
