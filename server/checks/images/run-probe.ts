import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cleaner, openCleaner, UnusablePicture } from '#platform/imaging'
import { runParallel } from '../../harness/driver/index.ts'
import { seededRandom } from '../../harness/random/index.ts'
import { carriers } from './carriers.ts'
import { goodPictures } from './good-pictures.ts'
import { hostileFiles } from './hostile-files.ts'
import { judgeClean } from './judge-clean.ts'
import { readChildren, readCpuMs, readPeakBytes } from './read-children.ts'

const classes = Object.entries({ ...goodPictures, ...carriers, ...hostileFiles })

const PARALLEL = 2
const TIME_MAX_MS = 2_000
/** Longer than the service allows: a slow picture must be measured, not cut off. */
const TIMEOUT_MS = 30_000

type Tried = { outcome: 'accepted' | 'refused' | 'error'; ms: number; complaints: string[] }
export type Tally = { accepted: number; refused: number; error: number; maxMs: number }

export type Findings = {
  passed: number
  complaints: string[]
  byClass: Map<string, Tally>
  /** Measured again alone, because others had slowed them down. */
  repeated: number
  maxChildBytes: number
  childrenStarted: number
}

/** Sends `count` pictures, each class in turn, through the real cleaner, and records what is wrong. */
export async function runProbe(count: number, seed: number): Promise<Findings> {
  const dir = await mkdtemp(join(tmpdir(), 'atelier-images-'))
  const cleaner = openCleaner({ concurrency: PARALLEL, timeoutMs: TIMEOUT_MS })
  const fresh = () => ({ accepted: 0, refused: 0, error: 0, maxMs: 0 })
  const byClass = new Map<string, Tally>(classes.map(([name]) => [name, fresh()]))
  const peaks = new Map<number, number>()
  const complaints: string[] = []
  const late: number[] = []

  const take = async (number: number) => {
    const tried = await tryOne(cleaner, dir, seed, number)
    for (const pid of readChildren()) peaks.set(pid, readPeakBytes(pid))
    return tried
  }
  const note = (number: number, { outcome, ms, complaints: ill }: Tried) => {
    const name = nameOf(number)
    const tally = byClass.get(name) ?? fresh()
    tally[outcome]++
    tally.maxMs = Math.max(tally.maxMs, ms)
    const all = ms > TIME_MAX_MS ? [...ill, `${Math.round(ms)} ms`] : ill
    if (all.length > 0) complaints.push(`${name} (number ${number}): ${all.join('; ')}`)
  }
  const numbers = Array.from({ length: count }, (_, number) => number)
  try {
    await runParallel(PARALLEL, numbers, async (number) => {
      const tried = await take(number)
      if (tried.ms > TIME_MAX_MS) late.push(number)
      else note(number, tried)
    })
    // On a shared machine a picture may wait longer than it is processed. Alone, its CPU time counts.
    for (const number of late) {
      const cpuBefore = readCpuMs(readChildren())
      const tried = await take(number)
      note(number, { ...tried, ms: Math.min(tried.ms, readCpuMs(readChildren()) - cpuBefore) })
    }
  } finally {
    await cleaner.close()
    await rm(dir, { recursive: true, force: true })
  }
  const maxChildBytes = Math.max(...peaks.values())
  const passed = count - complaints.length
  return { passed, complaints, byClass, repeated: late.length, maxChildBytes, childrenStarted: peaks.size }
}

const nameOf = (number: number): string => classes[number % classes.length]?.[0] ?? ''

async function tryOne(cleaner: Cleaner, dir: string, seed: number, number: number): Promise<Tried> {
  const make = classes[number % classes.length]?.[1]
  const sample = await make?.(seededRandom(seed * 1_000_003 + number))
  if (!sample) throw new Error(`number ${number} is of no class`)
  const path = join(dir, String(number))
  await writeFile(path, sample.bytes)
  const startedAt = performance.now()
  try {
    const clean = await cleaner.clean(path, 'usr_probe')
    const ms = performance.now() - startedAt
    return { outcome: 'accepted', ms, complaints: await judgeClean(sample, clean) }
  } catch (error) {
    const ms = performance.now() - startedAt
    if (!(error instanceof UnusablePicture)) return { outcome: 'error', ms, complaints: [String(error)] }
    return { outcome: 'refused', ms, complaints: sample.expect === 'accepted' ? [error.message] : [] }
  } finally {
    await rm(path)
  }
}
