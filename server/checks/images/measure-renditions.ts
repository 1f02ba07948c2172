import { Download, type Media, type Rendition } from '@atelier/contract'
import { callAs, fastPostgres, fastSettings, openSystem, runParallel } from '../../harness/driver/index.ts'
import { readCpuMs } from '../../harness/usage/index.ts'

/** The longest side of the pictures: that of the pictures that providers make. */
const LONG_SIDE = '1536'
const FILES_PER_JOB = 4
const WITHIN_MS = 300_000

export type RenditionFigures = {
  count: number
  failures: string[]
  cpuMsPerRendition: number
  /** Sorted, in milliseconds: of the plain files, of first requests, and of later ones. */
  plainMs: number[]
  firstMs: number[]
  laterMs: number[]
}

/** Asks a whole system for a rendition of each of `count` pictures: what one costs, and how long it takes. */
export async function measureRenditions(count: number): Promise<RenditionFigures> {
  const { system, owner, close } = await openSystem('renditions', {
    env: { ...fastSettings, SIMULATOR_LONG_SIDE_PIXELS: LONG_SIDE },
    postgres: fastPostgres,
  })
  try {
    const call = callAs(system.baseUrl, { 'x-api-key': owner.apiKey })
    const files = (await makePictures(call, count)).slice(0, count)
    const kits = await Promise.all(
      files.map(async ({ id }) => Download.parse(await call('GET', `/api/gen/media/${id}/download`))),
    )
    // Each picture in another ratio, or in another way.
    const wanted = kits.map(({ uploadKit }, at) => uploadKit.renditions[at % 6] as Rendition)
    const failures: string[] = []
    const note = (failure: string) => void failures.push(failure)
    const plainMs = await readAll(
      files.map(({ videoUrl }) => videoUrl),
      note,
    )
    const before = readCpuMs(system.apis[0]?.pid)
    const firstMs = await readAll(
      wanted.map(({ url }) => url),
      note,
    )
    const cpuMs = readCpuMs(system.apis[0]?.pid) - before
    const laterMs = await readAll(
      wanted.map(({ url }) => url),
      note,
    )
    return { count: files.length, failures, cpuMsPerRendition: cpuMs / count, plainMs, firstMs, laterMs }
  } finally {
    await close()
  }
}

type Made = { id: string; videoUrl: string }

async function makePictures(call: ReturnType<typeof callAs>, count: number): Promise<Made[]> {
  const made: Made[] = []
  const jobs = Array.from({ length: Math.ceil(count / FILES_PER_JOB) }, (_, at) => at)
  await runParallel(FILES_PER_JOB, jobs, async (at) => {
    const size = (['2:3', '3:2', '1:1'] as const)[at % 3]
    const order = { prompt: `picture ${at}`, n: FILES_PER_JOB, size, clientRef: `rendition-${at}` }
    const { id } = await call('POST', '/api/gen/image', { body: order })
    for (const until = Date.now() + WITHIN_MS; Date.now() < until; ) {
      const media = (await call('GET', `/api/gen/media/${id}`)) as Media
      if (media.status === 'completed') {
        made.push(...media.outputs)
        return
      }
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    throw new Error(`${id} was not completed`)
  })
  return made
}

/** How long each file took to its last byte, one after the other; sorted. */
async function readAll(urls: string[], onFailure: (failure: string) => void): Promise<number[]> {
  const times: number[] = []
  for (const url of urls) {
    const beganAt = performance.now()
    const answer = await fetch(url)
    await answer.arrayBuffer()
    times.push(performance.now() - beganAt)
    if (answer.status !== 200) onFailure(`${url} was answered ${answer.status}`)
  }
  return times.sort((a, b) => a - b)
}
