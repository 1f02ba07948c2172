import { Media } from '@atelier/contract'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'
import { makeMedia, makeWaitingJob } from './make-order.ts'

const system = useSharedSystem()

const poll = (user: TestUser, id: string) =>
  system().call('GET', `/api/gen/media/${id}`, { key: user.apiKey })

test('a waiting job asks to poll again and has no file', async () => {
  const user = await system().createUser()
  const { status, body } = await poll(user, await makeWaitingJob(system(), user))
  expect(status).toBe(200)
  expect(Media.strict().parse(body)).toMatchObject({
    status: 'processing',
    waiting: true,
    nextAction: 'poll_again',
    pollAfterSeconds: 10,
    videoUrl: null,
    thumbnailUrl: null,
    completedAt: null,
    refundedAt: null,
    charged: 'charged',
    creditsRefunded: 0,
    outputs: [],
    parentId: null,
    test: false,
  })
  expect(body.message).toMatch(/charged 400 credits/)
})

test('a completed image has its file in videoUrl, at a permanent URL of the service', async () => {
  const user = await system().createUser()
  const { id } = await makeMedia(system(), user, { size: '3:2', clientRef: 'a' })
  const { body } = await poll(user, id)
  const serve = `${system().baseUrl}/api/photos/serve`
  const file = { videoUrl: `${serve}/generated/${id}.png`, thumbnailUrl: `${serve}/thumbnails/${id}.jpg` }
  expect(Media.strict().parse(body)).toMatchObject({
    ...file,
    status: 'completed',
    mediaType: 'IMAGE',
    waiting: false,
    progress: 100,
    nextAction: 'use_videoUrl',
    pollAfterSeconds: null,
    orientation: 'landscape',
    clientRef: 'a',
    outputs: [{ id, ...file }],
  })
  expect(body).not.toHaveProperty('imageUrl')
  expect(Date.parse(body.completedAt)).toBeGreaterThanOrEqual(Date.parse(body.createdAt))
})

test('each further file of n = 2 is its own media at no cost', async () => {
  const user = await system().createUser()
  const job = await makeMedia(system(), user, { n: 2 })
  const sibling = (await poll(user, job.outputs[1]?.id ?? '')).body
  expect(sibling).toMatchObject({
    parentId: job.id,
    creditsCost: 0,
    charged: 'none',
    clientRef: null,
    videoUrl: job.outputs[1]?.videoUrl,
    outputs: [{ id: job.outputs[1]?.id }],
  })
  expect(sibling.message).toMatch(/no price/)
})

test('the answer for a final job never changes', async () => {
  const { createUser, submit, finished } = system()
  const user = await createUser()
  const { id } = (await submit(user, { model: 'simulator/moderated' })).body
  const media = await finished(user, id)
  expect(media).toMatchObject({ status: 'failed', errorCode: 'content_rejected', nextAction: 'retry' })
  expect(media.message).toMatch(/The 400 credits were refunded\. Change the prompt or the references/)
  expect((await poll(user, id)).body).toEqual(media)
})
