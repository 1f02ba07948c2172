import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { receiveCallback } from '../../src/edge/routes/cb.post.ts'
import type { App } from '../../src/platform/app/index.ts'
import { newId } from '../../src/platform/ids/index.ts'
import { callbackUrl } from '../../src/production/callbacks/index.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { makeWaitingJob } from './make-order.ts'

const system = useSharedSystem()
const callbackSecret = 'a secret of this file, of thirty-two characters or more'
const apiUrl = useOwnApi([receiveCallback], { CALLBACK_SECRET: callbackSecret })

/** The callback URL that the service itself puts into a provider request. */
const callbackOf = (provider: string, id: string, secret = callbackSecret, part = 0): string =>
  callbackUrl({ config: { callbackUrl: apiUrl(), callbackSecret: secret } } as App, provider, id, part)

/** As it was before parts were named in it. */
function oldCallbackOf(provider: string, id: string): string {
  const token = createHmac('sha256', callbackSecret).update(`${provider}/${id}`).digest('base64url')
  return `${apiUrl()}/cb/${provider}/${id}?t=${token.slice(0, 32)}`
}

test('only the token of this part, job, provider and system is accepted; others are 404', async () => {
  const { call, createUser } = system()
  const id = await makeWaitingJob(system(), await createUser())
  const valid = callbackOf('simulator', id)
  const [path = '', token = ''] = valid.split('&t=')
  const forged = [
    path,
    `${path}&t=`,
    `${path}&t=${'A'.repeat(32)}`,
    `${path}&t=${token.slice(0, -1)}`,
    `${valid}A`,
    `${path}&t=${token.toLowerCase()}x`,
    ...['', '1', '00', '-0', '0.0', '100', ' 0'].map((part) => valid.replace('?p=0', `?p=${part}`)),
    valid.replace('p=0&', ''),
    callbackOf('simulator', id, callbackSecret, 1).replace('?p=1', '?p=0'),
    `${oldCallbackOf('simulator', id)}&p=0`,
    callbackOf('simulator', newId('media')).replace(/med_\w+/, id),
    callbackOf('other', id).replace('/other/', '/simulator/'),
    callbackOf('simulator', id, 'another secret, also of thirty-two characters or more'),
  ]
  for (const url of forged) {
    const { status, body } = await call('POST', url as string, { body: { status: 'succeeded' } })
    expect([url, status, body.code]).toEqual([url, 404, 'not_found'])
  }
  for (const url of [valid, oldCallbackOf('simulator', id)])
    expect((await call('POST', url, { body: { status: 'succeeded' } })).status).toBe(200)
})

test('an API key is not accepted, and a valid token of an absent job reveals nothing', async () => {
  const { call, createUser } = system()
  const { apiKey } = await createUser()
  const id = newId('media')
  const url = `${system().baseUrl}/cb/simulator/${id}`
  expect((await call('POST', url, { key: apiKey })).status).toBe(404)
  const { status, body } = await call('POST', callbackOf('simulator', id))
  expect([status, body]).toEqual([200, { ok: true }])
})
