import { expect, test } from 'vitest'
import { formOf } from '../routes/make-album.ts'
import { useSystem } from '../use-system.ts'

const system = useSystem({ S3_ENDPOINT: 'http://127.0.0.1:9' })

test('while storage is down an upload is 503, and a submit with a file charges nothing', async () => {
  const { call, entries, createUser } = system()
  const user = await createUser()
  const asset = await call('POST', '/api/gen/assets', { key: user.apiKey, form: formOf({}) })
  expect([asset.status, asset.body.code, asset.body.charged]).toEqual([503, 'service_unavailable', 'none'])
  expect(asset.headers.get('retry-after')).toBe('3')
  const fields = { prompt: 'it moves', clientRef: 'mine' }
  const video = await call('POST', '/api/gen/video', { key: user.apiKey, form: formOf(fields) })
  expect([video.status, video.body.code, video.body.charged]).toEqual([503, 'service_unavailable', 'none'])
  expect(await entries(user)).toHaveLength(1)
  const { body } = await call('GET', '/api/gen/media?clientRef=mine', { key: user.apiKey })
  expect(body.media).toEqual([])
})
