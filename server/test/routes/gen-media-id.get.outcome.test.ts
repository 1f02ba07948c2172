import { Media } from '@atelier/contract'
import { expect, test } from 'vitest'
import type { Person } from '../house.ts'
import { useSharedHouse } from '../shared-house.ts'
import { makeMedia, makeWaiting } from './make-order.ts'

const house = useSharedHouse()

const poll = (who: Person, id: string) => house().call('GET', `/api/gen/media/${id}`, { key: who.apiKey })

test('a waiting job says to poll again, and shows no file', async () => {
  const who = await house().person()
  const { status, body } = await poll(who, await makeWaiting(house(), who))
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

test('a completed image has its file in videoUrl, at a permanent address of ours', async () => {
  const who = await house().person()
  const { id } = await makeMedia(house(), who, { size: '3:2', clientRef: 'a' })
  const { body } = await poll(who, id)
  const serve = `${house().baseUrl}/api/photos/serve`
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

test('each further file of n = 2 is a media of its own, at no price', async () => {
  const who = await house().person()
  const job = await makeMedia(house(), who, { n: 2 })
  const sibling = (await poll(who, job.outputs[1]?.id ?? '')).body
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

test('a final job is told in the same words for ever', async () => {
  const { person, submit, finished } = house()
  const who = await person()
  const { id } = (await submit(who, { model: 'simulator/moderated' })).body
  const media = await finished(who, id)
  expect(media).toMatchObject({ status: 'failed', errorCode: 'content_rejected', nextAction: 'retry' })
  expect(media.message).toMatch(/The 400 credits were refunded\. Change the prompt or the references/)
  expect((await poll(who, id)).body).toEqual(media)
})
