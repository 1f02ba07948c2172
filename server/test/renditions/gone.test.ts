import { readdir, readFile } from 'node:fs/promises'
import { Download } from '@atelier/contract'
import { expect, test } from 'vitest'
import { ensureTestAccount } from '../../src/access/credits/index.ts'
import type { App } from '../../src/platform/app/index.ts'
import { tickErasures } from '../../src/privacy/erasures/index.ts'
import { removeOldFiles } from '../../src/production/media/index.ts'
import { erase, listKeys, makeOwner, type TestOwner } from '../erasure/make-owner.ts'
import { makeMedia } from '../routes/make-order.ts'
import { useSystem } from '../use-system.ts'

/** Called before and after a rendition is stored. */
let beforeStore = async (): Promise<void> => undefined
let afterStore = async (): Promise<void> => undefined
let removals = Number.POSITIVE_INFINITY
let stored = 0

function watch(app: App): void {
  const { putIfAbsent, remove } = app.storage
  app.storage.putIfAbsent = async (key, ...rest) => {
    if (!key.startsWith('renditions/')) return putIfAbsent(key, ...rest)
    await beforeStore()
    stored++
    const isFree = await putIfAbsent(key, ...rest)
    await afterStore()
    return isFree
  }
  app.storage.remove = async (key) => {
    if (--removals < 0) throw new Error('cut off')
    return remove(key)
  }
}

// The tick does not come by itself here: each test decides when. A job of a test key stalls after 4 s.
const env = { TICK_SECONDS: '3600', RATE_LIMIT_FACTOR: '1000', IMAGE_STALL_SECONDS: '240' }
const system = useSystem(env, watch)

async function makePicture(owner: TestOwner, n = 1) {
  const media = await makeMedia(system(), owner, { size: '2:3', n })
  const urls = media.outputs.map(({ id }) => urlOf(id))
  return { id: media.id, ids: media.outputs.map(({ id }) => id), url: urls[0] as string, urls }
}

const urlOf = (id: string, name = 'vertical-crop') =>
  `${system().baseUrl}/api/photos/serve/renditions/${id}-${name}.jpg`

const statusOf = async (url: string) => {
  const answer = await fetch(url)
  await answer.body?.cancel()
  return answer.status
}

test('50 requests for a rendition that is not made make it once', async () => {
  const { url, id } = await makePicture(await makeOwner(system().app.db))
  stored = 0
  const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(url)))
  const bodies = await Promise.all(answers.map((one) => one.arrayBuffer()))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(bodies.map((one) => Buffer.from(one).toString('base64'))).size).toBe(1)
  expect([stored, (await listKeys(system().app, `renditions/${id}/`)).length]).toEqual([1, 1])
  await statusOf(url)
  expect(stored).toBe(1)
})

test('a picture of a test key has renditions, and loses them with its erasure', async () => {
  const { app } = system()
  const owner = await makeOwner(app.db, 'test')
  await ensureTestAccount(app.db, owner.id)
  const { id, url } = await makePicture(owner)
  expect(await statusOf(url)).toBe(200)
  await erase(system(), owner, id)
  expect(await statusOf(url)).toBe(410)
  expect(await listKeys(app, `renditions/${id}/`)).toEqual([])
})

test('an erasure removes the renditions of the job, and of a sibling only its own', async () => {
  const { app } = system()
  const owner = await makeOwner(app.db)
  const { id, ids, urls } = await makePicture(owner, 2)
  for (const url of urls) expect(await statusOf(url)).toBe(200)
  expect(await listKeys(app, `renditions/${id}/`)).toHaveLength(2)
  await erase(system(), owner, ids[1] as string)
  expect(await Promise.all(urls.map(statusOf))).toEqual([200, 410])
  expect(await listKeys(app, `renditions/${id}/`)).toHaveLength(1)
  await erase(system(), owner, id)
  const { status, body } = await system().call('GET', urls[0] as string)
  expect([status, body.code]).toEqual([410, 'erased'])
  // Also one that was never made, and without making it.
  expect(await statusOf(urlOf(id, 'feed_portrait-pad'))).toBe(410)
  expect(await listKeys(app, `renditions/${id}/`)).toEqual([])
})

test.each(['before', 'after'] as const)(
  'a file that is erased right %s its rendition is stored leaves none, and the request is answered 410',
  async (moment) => {
    const { app } = system()
    const owner = await makeOwner(app.db)
    const { id, url } = await makePicture(owner)
    const eraseNow = async () => void (await erase(system(), owner, id))
    if (moment === 'before') beforeStore = eraseNow
    else afterStore = eraseNow
    expect(await statusOf(url)).toBe(410)
    beforeStore = afterStore = async () => undefined
    expect(await listKeys(app, `renditions/${id}/`)).toEqual([])
  },
)

test('what a dying process stored of an erased file is left to the second pass', async () => {
  const { app } = system()
  const owner = await makeOwner(app.db)
  const { id, url } = await makePicture(owner)
  beforeStore = async () => {
    await erase(system(), owner, id)
    // From here on this process removes nothing, as if it were dead.
    removals = 0
  }
  await statusOf(url)
  beforeStore = async () => undefined
  removals = Number.POSITIVE_INFINITY
  expect(await listKeys(app, `renditions/${id}/`)).toHaveLength(1)
  expect(await statusOf(url)).toBe(410)
  await app.db.row(`update erasures set done_at = done_at - interval '16 minutes' where subject_id = $1`, [
    id,
  ])
  await tickErasures(app)
  expect(await listKeys(app, `renditions/${id}/`)).toEqual([])
})

test('a request that is cut off before it stores leaves nothing, and the next one makes it', async () => {
  const { app } = system()
  const { id, url } = await makePicture(await makeOwner(app.db))
  beforeStore = () => Promise.reject(new Error('cut off'))
  expect(await statusOf(url)).toBe(500)
  beforeStore = async () => undefined
  expect(await listKeys(app, `renditions/${id}/`)).toEqual([])
  expect((await readdir(app.config.tempDir)).filter((name) => name.startsWith('rendition-'))).toEqual([])
  expect(await statusOf(url)).toBe(200)
})

test('a process that renders and is killed is replaced', async () => {
  const { app } = system()
  const owner = await makeOwner(app.db)
  const [first, second, before] = await Promise.all([1, 2, 3].map(() => makePicture(owner)))
  if (!first || !second || !before) throw new Error('three pictures were made')
  // A process that has rendered before and is stopped cannot be done before it is killed.
  expect(await statusOf(before.url)).toBe(200)
  await signalRenderers('SIGSTOP')
  const { once } = app.renderer
  const gone: string[] = []
  let killed = 0
  app.renderer.once = (key, userId, work) =>
    once(key, userId, (render) =>
      work(async (path, frame) => {
        const [made] = await Promise.allSettled([
          render(path, frame),
          killed++ === 0 && signalRenderers('SIGKILL').then((pids) => gone.push(...pids)),
        ])
        if (made.status === 'rejected') throw made.reason
        return made.value
      }),
    )
  const { status, headers, body } = await system().call('GET', first.url)
  expect([status, headers.get('retry-after'), body.code]).toEqual([503, '5', 'service_unavailable'])
  expect(await listKeys(app, `renditions/${first.id}/`)).toEqual([])
  // A picture given to a process whose end was not noticed yet fails, and is not tried again for 30 s.
  await expect.poll(() => countAlive(gone)).toBe(0)
  expect(await statusOf(second.url)).toBe(200)
  app.renderer.once = once
})

/** Of killed processes, those whose end was not noticed yet. */
const countAlive = async (pids: string[]): Promise<number> => {
  const all = await readdir('/proc')
  return pids.filter((pid) => all.includes(pid)).length
}

/** Sends a signal to the processes that this one has started to render. Returns which. */
async function signalRenderers(signal: 'SIGSTOP' | 'SIGKILL'): Promise<string[]> {
  const signalled: string[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (status.includes(`\nPPid:\t${process.pid}\n`) && command.includes('renderer-child.ts')) {
      process.kill(Number(pid), signal)
      signalled.push(pid)
    }
  }
  return signalled
}

test('a removed file takes its renditions along, and both are answered 410', async () => {
  const { app } = system()
  const { id, url } = await makePicture(await makeOwner(app.db))
  expect(await statusOf(url)).toBe(200)
  await app.db.transaction(async (tx) => {
    await tx.row(`set local session_replication_role = replica`)
    await tx.row(`update media set finished_at = finished_at - interval '40 days' where id = $1`, [id])
  })
  await removeOldFiles({ ...app, config: { ...app.config, retentionDays: 30 } }, undefined, 20_000)
  const { status, body } = await system().call('GET', url)
  expect([status, body.code]).toEqual([410, 'file_removed'])
  expect(await listKeys(app, `renditions/${id}/`)).toEqual([])
})

test('who asks for more renditions than may wait is told when to come again; others are served', async () => {
  const { app } = system()
  const [greedy, honest] = [await makeOwner(app.db), await makeOwner(app.db)]
  const pictures = await Promise.all(Array.from({ length: 5 }, () => makePicture(greedy)))
  const other = await makePicture(honest)
  const ways = ['feed_portrait', 'vertical', 'feed_landscape'].flatMap((one) => [`${one}-crop`, `${one}-pad`])
  const gate = Promise.withResolvers<void>()
  beforeStore = () => gate.promise
  const refused: Response[] = []
  const asked = pictures.flatMap(({ id }) =>
    ways.map(async (way) => {
      const answer = await fetch(urlOf(id, way))
      if (answer.status === 503) refused.push(answer)
      return answer.status
    }),
  )
  // All of them came before the first rendition is done: what comes later finds room again.
  await expect.poll(() => refused.length).toBe(5)
  expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(Array(5).fill('5'))
  beforeStore = async () => undefined
  expect(await statusOf(other.url)).toBe(200)
  gate.resolve()
  const statuses = await Promise.all(asked)
  expect(statuses.filter((one) => one === 200)).toHaveLength(25)
  const kit = await system().call('GET', `/api/gen/media/${other.id}/download`, { key: honest.apiKey })
  expect(Download.parse(kit.body).uploadKit.renditions).toHaveLength(6)
})
