import { createHash, randomBytes } from 'node:crypto'
import { openProviders } from '#adapters/setup'
import type { Config, ProviderKeys } from '#platform/config'
import { inspectEngine } from '#platform/engine'
import { openStorage, type Storage } from '#platform/storage'
import { type Finding, failure, note, ok } from './finding.ts'

/** Both addresses of the engine. */
export async function checkEngine({ engine }: Config): Promise<Finding[]> {
  try {
    const { version, deployments } = await inspectEngine(engine)
    return [ok(`Restate ${version}, with ${deployments} registered addresses of workers`)]
  } catch (error) {
    return [
      failure(
        (error as Error).message,
        'Start the engine, and set both addresses: the ingress has port 8080, the administration 9070.',
      ),
    ]
  }
}

const STORAGE_REMEDIES: [RegExp, string][] = [
  [/NoSuchBucket/, 'Create the bucket, or correct S3_BUCKET.'],
  [
    /InvalidAccessKeyId|SignatureDoesNotMatch|InvalidSecret/,
    'Correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
  ],
  [/RequestTimeTooSkewed/, 'Set the clock of this machine.'],
  [
    /AccessDenied|answered 403/,
    'Give the key the rights to list the bucket and to read, write and remove objects.',
  ],
  [/cannot be reached/, 'Start the storage, or correct S3_ENDPOINT.'],
]

/** Writes, reads, copies, lists and removes an object, and writes one on a condition, as the service does. */
export async function checkStorage(s3: Parameters<typeof openStorage>[0]): Promise<Finding[]> {
  const storage = openStorage(s3)
  const key = `doctor/${randomBytes(8).toString('hex')}`
  try {
    const complaint = await tryStorage(storage, key)
    return [complaint ?? ok(`bucket ${s3.bucket}: written, read, copied, listed, removed; conditions hold`)]
  } catch (error) {
    const { message } = error as Error
    const remedy = STORAGE_REMEDIES.find(([pattern]) => pattern.test(message))?.[1]
    // The answer of a storage is as long as it likes.
    return [
      failure(
        message.slice(0, 300),
        remedy ?? 'Compare S3_ENDPOINT, S3_REGION and S3_BUCKET with the storage.',
      ),
    ]
  } finally {
    await Promise.allSettled([storage.remove(key), storage.remove(`${key}-copy`)])
    await storage.close()
  }
}

async function tryStorage(storage: Storage, key: string): Promise<Finding | undefined> {
  const bytes = randomBytes(64)
  const file = {
    contentType: 'application/octet-stream',
    sha256: createHash('sha256').update(bytes).digest(),
  }
  await storage.put(key, { bytes }, file)
  if (!(await storage.find(key))?.equals(bytes))
    return failure('the storage does not return what was written', 'Use another S3 server.')
  if (await storage.putIfAbsent(key, bytes, file))
    return failure(
      'the storage ignores the condition If-None-Match: signed statements could be overwritten',
      'Use an S3 server with conditional writes, such as AWS S3, MinIO or versitygw.',
    )
  if (!(await storage.copy(key, `${key}-copy`)))
    return failure('the storage does not copy objects', 'Use another S3 server.')
  const { objects } = await storage.list(key)
  if (objects.length !== 2) return failure('the storage does not list what it has', 'Use another S3 server.')
  await storage.remove(key)
  if ((await storage.find(key)) !== undefined)
    return failure('an object that was removed is still there', 'Give the key the right to remove objects.')
  return undefined
}

const ASK_MS = 3_000

/** What live keys and test keys can order. */
export async function checkProviders(config: Config, keys: ProviderKeys): Promise<Finding[]> {
  let live: number
  try {
    live = openProviders(config, keys).offers.live.models.length
  } catch (error) {
    return [failure((error as Error).message, 'Correct PROVIDERS_FILE, or the settings that it needs.')]
  }
  const found: Finding[] = [live > 0 ? ok(`${live} models for live keys`) : withoutModels(config)]
  if (config.simulatorUrl === undefined) return found
  const answer = await fetch(config.simulatorUrl, { signal: AbortSignal.timeout(ASK_MS) }).catch(
    () => undefined,
  )
  await answer?.body?.cancel()
  if (!answer)
    found.push(failure('the simulator does not answer', 'Start it, or correct SIMULATOR_URL, or remove it.'))
  return found
}

const withoutModels = ({ providers }: Config): Finding =>
  providers.isProduction
    ? note('no model is offered to live keys: set PROVIDERS')
    : failure(
        'no model is offered to live keys',
        'Set SIMULATOR_URL, or PROVIDERS and the keys of these providers.',
      )
