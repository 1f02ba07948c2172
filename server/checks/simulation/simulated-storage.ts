import type { Random } from '../../harness/random/index.ts'
import type { Storage } from '../../src/platform/storage/index.ts'
import type { MadeFile, Stored } from '../../src/production/results/index.ts'
import { isOutAt, type Outage } from './plan-outages.ts'
import type { Process, Scheduler } from './scheduler.ts'

const FAULT_SHARE = 0.08

/** What production/results would have stored and checked; that module has tests of its own. */
export type StoreSimulated = (job: { id: string }, files: MadeFile[]) => Promise<Stored[]>

/**
 * The storage, which sometimes fails and sometimes is away. Files are stored as one action, under a name that
 * repeats the same.
 */
export function newSimulatedStorage(scheduler: Scheduler, random: Random, outages: Outage[]) {
  const keys = new Set<string>()
  const clientOf = (process: Process): Storage & { storeSimulated: StoreSimulated } => {
    const storeSimulated: StoreSimulated = (job, files) =>
      scheduler.perform(
        process,
        async () => {
          const isAway = isOutAt(outages, scheduler.now())
          const error = new Error('the simulated storage is unavailable')
          if (isAway || random.next() < FAULT_SHARE)
            return files.map(({ index }) => ({ index, kind: 'failed', error }))
          return files.map(({ index, source }) => {
            const name = source.kind === 'url' ? source.url.split('/').at(-2) : 'stream'
            const objectKey = `generated/${job.id}/${index}-${name}.png`
            keys.add(objectKey)
            return { index, kind: 'stored', file: fileOf(objectKey) }
          })
        },
        random.int(20, 4_000),
      )
    return { storeSimulated } as unknown as Storage & { storeSimulated: StoreSimulated }
  }
  return { keys, clientOf }
}

const fileOf = (objectKey: string) => ({
  objectKey,
  contentType: 'image/png',
  sizeBytes: 100,
  sha256: Buffer.alloc(32, 1),
  md5: Buffer.alloc(16, 1),
  width: 8,
  height: 8,
  codec: null,
  originMark: null,
  thumbnailKey: objectKey.replace('generated', 'thumbnails'),
  thumbnailBytes: 50,
})
