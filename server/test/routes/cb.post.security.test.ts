import { expect, test } from 'vitest'
import { hearCallback } from '../../src/edge/routes/cb.post.ts'
import type { App } from '../../src/platform/app/index.ts'
import { newId } from '../../src/platform/ids/index.ts'
import { callbackUrl } from '../../src/production/jobs/callback.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { makeWaiting } from './make-order.ts'

const system = useSharedSystem()
const callbackSecret = 'a secret of this file, of thirty-two characters or more'
const door = useOwnApi([hearCallback], { CALLBACK_SECRET: callbackSecret })

/** What the system itself would put into an order. */
const addressOf = (provider: string, id: string, secret = callbackSecret): string =>
  callbackUrl({ config: { callbackUrl: door(), callbackSecret: secret } } as App, provider, id)

test('only the token of this very job, provider and system is heard; all others are 404', async () => {
  const { call, createUser } = system()
  const id = await makeWaiting(system(), await createUser())
  const right = addressOf('simulator', id)
  const [path, token = ''] = right.split('?t=')
  const forged = [
    path,
    `${path}?t=`,
    `${path}?t=${'A'.repeat(32)}`,
    `${path}?t=${token.slice(0, -1)}`,
    `${right}A`,
    `${path}?t=${token.toLowerCase()}x`,
    addressOf('simulator', newId('media')).replace(/med_\w+/, id),
    addressOf('other', id).replace('/other/', '/simulator/'),
    addressOf('simulator', id, 'another secret, also of thirty-two characters or more'),
  ]
  for (const address of forged) {
    const { status, body } = await call('POST', address as string, { body: { status: 'succeeded' } })
    expect([address, status, body.code]).toEqual([address, 404, 'not_found'])
  }
  expect((await call('POST', right, { body: { status: 'succeeded' } })).status).toBe(200)
})

test('no key opens it, and a true token of a job that is not there tells nothing', async () => {
  const { call, createUser } = system()
  const { apiKey } = await createUser()
  const id = newId('media')
  const url = `${system().baseUrl}/cb/simulator/${id}`
  expect((await call('POST', url, { key: apiKey })).status).toBe(404)
  const { status, body } = await call('POST', addressOf('simulator', id))
  expect([status, body]).toEqual([200, { ok: true }])
})
