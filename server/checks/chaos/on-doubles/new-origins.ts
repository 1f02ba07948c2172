import type { MediaRow } from '../../../harness/audit/index.ts'
import { expect } from '../expect.ts'
import { type ProviderLog, SIMULATOR } from '../provider-log.ts'

/** Finds files that were made for another job, and files that were counted twice. */
export type Origins = { check(media: MediaRow, bytes: Buffer): void }

/** A double writes the task and the number of a file into it. */
export function newOrigins({ jobs }: ProviderLog): Origins {
  const madeFor = new Map(jobs.map(({ jobId, provider, reference }) => [jobId, { provider, reference }]))
  const simulated = new Set(jobs.filter((job) => job.provider === SIMULATOR).map((job) => job.reference))
  const seen = new Map<string, string>()
  return {
    check(media, bytes) {
      const job = media.parent_id ?? media.id
      if (simulated.has(job) || madeFor.size === simulated.size) return
      const origin = media.kind === 'video' ? readMp4(bytes) : readPng(bytes)
      expect(origin !== undefined, 'it does not say who made it')
      const [task = ''] = (origin ?? '').split('/')
      expect(madeFor.get(task)?.reference === job, `the task ${task} made it, for another job`)
      const before = seen.get(origin as string)
      seen.set(origin as string, media.id)
      expect(before === undefined, `the same file as ${before}`)
    },
  }
}

/** The text that a double puts into the chunk `tEXt`. */
function readPng(bytes: Buffer): string | undefined {
  const at = bytes.indexOf('tEXtComment\0', 0, 'latin1')
  if (at < 4) return undefined
  return bytes.toString('latin1', at + 'tEXtComment\0'.length, at + 4 + bytes.readUInt32BE(at - 4))
}

/** The text at the beginning of the last box, which is `free`. */
function readMp4(bytes: Buffer): string | undefined {
  let origin: string | undefined
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (length < 8) return undefined
    if (bytes.toString('latin1', at + 4, at + 8) === 'free')
      origin = bytes.toString('latin1', at + 8, at + length).replace(/\0+$/, '')
    at += length
  }
  return origin
}
