import { setTimeout as sleep } from 'node:timers/promises'
import type { Image, Media } from '@atelier/contract'
import { absentId, type Caller } from '../caller.ts'
import { expectMatch, expectText, expectThat } from '../expect.ts'
import { expectError, expectOk, expectRefusals, expectWrongKind } from '../expect-answer.ts'
import { expectMedia } from '../expect-media.ts'
import { accept, submitImage, submitVideo, waitForMedia } from '../jobs.ts'
import { readPages } from '../ledger.ts'
import type { Section } from '../suite.ts'

type MediaPage = { media: Media[]; nextCursor: string | null }
type ImagePage = { images: Image[]; nextCursor: string | null }

const idsOf = (list: { id: string }[]): string[] => list.map(({ id }) => id)

export const lists: Section = {
  name: 'lists',
  async run({ check, takeUser }) {
    const user = takeUser()
    const otherUser = takeUser()
    const ids = await fillList(user)
    await check('newest first, full objects, and the cursor visits each item once', async () => {
      const { media, nextCursor } = await expectOk(user.get<MediaPage>('/api/gen/media'), 'list')
      expectMatch([idsOf(media.map(expectMedia)), nextCursor], [ids, null], 'order')
      const pages = await readPages<Media>(user, '/api/gen/media', 'media', 2)
      expectMatch(pages.map(idsOf), [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)], 'pages')
    })
    await check(
      'filters: type, status, clientRef, ids, and combined; foreign ids are left out; unknown values are 400',
      () => checkFilters(user, otherUser, ids),
    )
    await check('the image list has imageUrl in place of videoUrl', () => checkImages(user, ids))
    await check('another user sees none of it', async () => {
      const { media } = await expectOk(otherUser.get<MediaPage>('/api/gen/media'), 'list')
      expectThat(!media.some(({ id }) => ids.includes(id)), 'list')
      const path = `/api/gen/media/${ids[0]}`
      await expectRefusals(404, {
        poll: otherUser.get(path),
        download: otherUser.get(`${path}/download`),
        cancel: otherUser.delete(path),
      })
    })
  },
}

/** Four images and then a video, newest first. */
async function fillList(user: Caller): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < 4; i++) {
    const fields = { prompt: `picture ${i}`, clientRef: `list-${i}` }
    ids.unshift((await accept(submitImage(user, fields))).id)
    await sleep(5)
  }
  ids.unshift((await accept(submitVideo(user, { clientRef: 'list-0' }))).id)
  for (const id of ids) await waitForMedia(user, id)
  return ids
}

async function checkFilters(user: Caller, otherUser: Caller, ids: string[]): Promise<void> {
  const foreign = (await accept(submitImage(otherUser))).id
  const found: [query: string, indexes: number[]][] = [
    ['type=video', [0]],
    ['type=VIDEO', [0]],
    ['mediaType=video', [0]],
    ['type=IMAGE&status=completed', [1, 2, 3, 4]],
    ['status=failed', []],
    ['clientRef=list-2', [2]],
    ['clientRef=list-0', [0, 4]],
    ['clientRef=list-0&type=image', [4]],
    [`ids=${ids[3]},${ids[1]}`, [1, 3]],
    [`ids=${ids[3]},${foreign},${absentId('med')}`, [3]],
  ]
  for (const [query, indexes] of found) {
    const { media } = await expectOk(user.get<MediaPage>(`/api/gen/media?${query}`), query)
    expectMatch(
      idsOf(media),
      indexes.map((index) => ids[index]),
      query,
    )
  }
  const tooManyIds = Array.from({ length: 21 }, (_, i) => `med_${String(i).padStart(22, '0')}`)
  const wrong = ['type=audio', 'status=done', 'limit=0', 'limit=101', 'limit=x', 'cursor=nonsense']
  for (const query of [...wrong, `ids=${tooManyIds}`])
    expectError(await user.get(`/api/gen/media?${query}`), 400, query)
  await expectWrongKind(user.get(`/api/gen/media?productId=${ids[0]}`), {
    field: 'productId',
    expected: 'product',
    given: 'media',
  })
}

async function checkImages(user: Caller, ids: string[]): Promise<void> {
  const { images, nextCursor } = await expectOk(user.get<ImagePage>('/api/gen/image'), 'images')
  expectMatch([idsOf(images), nextCursor], [ids.slice(1), null], 'images')
  for (const { imageUrl, ...rest } of images) {
    expectText(imageUrl, 'imageUrl')
    expectThat(!('videoUrl' in rest), 'no videoUrl')
    expectMedia({ ...rest, videoUrl: imageUrl })
  }
  const filtered = user.get<ImagePage>('/api/gen/image?clientRef=list-3&limit=1')
  expectMatch(idsOf((await expectOk(filtered, 'filtered')).images), [ids[1]], 'filtered')
}
