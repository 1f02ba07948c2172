import type { Random } from '../../harness/random/index.ts'
import type { Storage } from '../../src/platform/storage/index.ts'
import { isOutAt, type Outage } from './plan-outages.ts'
import type { Process, Scheduler } from './scheduler.ts'

const FAULT_SHARE = 0.08

/** What production/results would have stored and checked; that module has tests of its own. */
export type StoreSimulated = (job: { id: string }, urls: string[]) => Promise<unknown[]>

/**
 * The storage, which sometimes fails and sometimes is away. Files are stored as one action, under a name that
 * repeats the same.
 */
export function newSimulatedStorage(scheduler: Scheduler, random: Random, outages: Outage[]) {
  const keys = new Set<string>()
  const clientOf = (process: Process): Storage & { storeSimulated: StoreSimulated } => {
    const storeSimulated: StoreSimulated = (job, urls) =>
      scheduler.perform(
        process,
        async () => {
          const isAway = isOutAt(outages, scheduler.now())
          if (isAway || random.next() < FAULT_SHARE) throw new Error('the simulated storage is unavailable')
          return urls.map((url, index) => {
            const objectKey = `generated/${job.id}/${index}-${url.split('/').at(-2)}.png`
            keys.add(objectKey)
            return fileOf(objectKey)
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
