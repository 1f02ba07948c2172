import { createHash } from 'node:crypto'
import type { Download, Media } from '@atelier/contract'
import { readBytes } from '../api.ts'
import { atOnce, type Caller } from '../caller.ts'
import { expectMatch, expectOneOf, expectThat } from '../expect.ts'
import { expectError, expectOk } from '../expect-answer.ts'
import { expectMedia } from '../expect-media.ts'
import { accept, runImage, submitImage } from '../jobs.ts'
import { expectLedger, readBalance, sha256 } from '../ledger.ts'
import { readPngSize } from '../read-files.ts'
import type { Section } from '../suite.ts'

export const download: Section = {
  name: 'download',
  async run({ check, takeUser }) {
    const user = takeUser()
    const media = await runImage(user)
    await check('download describes the file as it is', async () => {
      await checkUnfinished(user)
      await checkDownload(user, media)
    })
    await check('a job is cancelled while queued, and refunded; otherwise it is 409', () =>
      checkCancel(user, media),
    )
  },
}

async function checkUnfinished(user: Caller): Promise<void> {
  const slow = await accept(submitImage(user, { model: 'simulator/slow' }))
  const early = await user.get(`/api/gen/media/${slow.id}/download`)
  const { status } = expectError(early, 409, 'unfinished', { code: 'media_not_completed' })
  expectOneOf(status, ['queued', 'processing'], 'status')
}

async function checkDownload(user: Caller, media: Media): Promise<void> {
  const { api, apiKey } = user
  const path = `/api/gen/media/${media.id}/download`
  const answer = await expectOk(user.get<Download>(path), 'download')
  const file = await api.fetch('GET', answer.downloadUrl)
  const bytes = Buffer.from(await file.arrayBuffer())
  const isAttachment = /^attachment/.test(file.headers.get('content-disposition') ?? '')
  expectThat(isAttachment, 'the download address answers with an attachment')
  expectThat(bytes.equals(await readBytes(api, media.videoUrl ?? '')), 'and with the bytes of videoUrl')
  const described = { sizeBytes: bytes.length, sha256: sha256(bytes), expiresAt: null }
  expectMatch(answer, { ...described, contentType: file.headers.get('content-type') }, 'file')
  expectMatch(typeof answer.fileName, 'string', 'type of fileName')
  const [width, height] = readPngSize(bytes)
  const md5 = createHash('md5').update(bytes).digest('hex')
  const kit = { md5, width, height, thumbnailUrl: media.thumbnailUrl, placements: ['feed_square'] }
  expectMatch(answer.uploadKit, kit, 'uploadKit')
  for (const field of ['codec', 'durationSeconds', 'aiOriginMark'])
    expectThat(field in answer.uploadKit, `uploadKit: ${field}`)
  const redirect = await api.fetch('GET', `${path}?redirect=1`, { key: apiKey })
  const location = new URL(redirect.headers.get('location') ?? '', api.baseUrl).href
  const target = new URL(answer.downloadUrl, api.baseUrl).href
  expectMatch([redirect.status, location], [302, target], 'redirect=1')
}

/** How many of the jobs still wait depends on a setting of the operator, so both outcomes are checked. */
async function checkCancel(user: Caller, completed: Media): Promise<void> {
  const before = await readBalance(user)
  const cancel = (id: string) => user.delete<{ media: Media }>(`/api/gen/media/${id}`)
  const jobs = await atOnce(6, () => accept(submitImage(user, { model: 'simulator/slow' })))
  let cancelled = 0
  for (const { id } of jobs) {
    const answer = await cancel(id)
    if (answer.status !== 200) {
      expectError(answer, 409, 'running', { code: 'not_cancellable', status: 'processing' })
      continue
    }
    const gone = { status: 'failed', errorMessage: 'cancelled', errorCode: 'cancelled' }
    expectMatch(expectMedia(answer.json.media), { ...gone, creditsRefunded: 400 }, 'cancelled')
    expectError(await cancel(id), 409, 'twice', { code: 'not_cancellable', status: 'failed' })
    cancelled++
  }
  const balance = before - 400 * (jobs.length - cancelled)
  expectMatch(await readBalance(user), balance, `balance with ${cancelled} of 6 cancelled`)
  expectError(await cancel(completed.id), 409, 'completed', { code: 'not_cancellable', status: 'completed' })
  await expectLedger(user)
}
