import { ImageList } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'
import { makeProduct } from './make-album.ts'
import { makeMedia } from './make-order.ts'

const system = useSharedSystem()

test('only images are listed, with the file under imageUrl and never under videoUrl', async () => {
  const { call, createUser } = system()
  const user = await createUser()
  const media = await makeMedia(system(), user)
  const order = { prompt: 'a mug', model: 'simulator/fail' }
  await call('POST', '/api/gen/video', { key: user.apiKey, body: order })
  const { status, body } = await call('GET', '/api/gen/image?type=video', { key: user.apiKey })
  expect(status).toBe(200)
  const { videoUrl: imageUrl, message: _, ...rest } = media
  const message = 'Completed for 400 credits. The file is at imageUrl, its permanent URL.'
  expect(ImageList.strict().parse(body)).toEqual({
    images: [{ ...rest, imageUrl, message }],
    nextCursor: null,
  })
  expect(body.images[0]).not.toHaveProperty('videoUrl')
})

test('the list pages and filters like the list of media', async () => {
  const { call, createUser, submit } = system()
  const user = await createUser()
  const { id } = await makeProduct(system(), user)
  const made: string[] = []
  for (const body of [{ clientRef: 'a' }, { productId: id }, { productId: id }])
    made.push((await submit(user, { model: 'simulator/hang', ...body })).body.id)
  const list = async (query: string) => {
    const { images, nextCursor } = (await call('GET', `/api/gen/image?${query}`, { key: user.apiKey })).body
    return { ids: images.map((image: { id: string }) => image.id), nextCursor }
  }
  const first = await list('limit=2')
  expect(first.ids).toEqual([made[2], made[1]])
  expect(await list(`limit=2&cursor=${first.nextCursor}`)).toEqual({ ids: [made[0]], nextCursor: null })
  expect((await list('clientRef=a')).ids).toEqual([made[0]])
  expect((await list(`productId=${id}`)).ids).toEqual([made[2], made[1]])
  expect((await list(`ids=${made[0]},${made[1]}`)).ids).toEqual([made[1], made[0]])
  expect((await list('status=completed')).ids).toEqual([])
})

test.each(['limit=0', 'cursor=nonsense', 'status=done'])(
  'the query %s is answered 400 with the parameter named',
  async (query) => {
    const { call, createUser } = system()
    const { status, body } = await call('GET', `/api/gen/image?${query}`, {
      key: (await createUser()).apiKey,
    })
    expect([status, body.code, body.field]).toEqual([400, 'invalid_request', query.split('=')[0]])
  },
)
