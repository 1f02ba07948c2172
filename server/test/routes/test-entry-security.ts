import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Route } from '../../src/edge/http/index.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'

/** A key for second factors, the same for all apis of a test. */
export const FACTOR_KEYS = Buffer.alloc(32, 7).toString('base64')

/** An api that queues mails; nobody sends them. */
export const MAIL = { SMTP_HOST: 'mail.invalid', MAIL_FROM: 'no-reply@atelier.test' }

export const randomNetworkAddress = () =>
  `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`

type Entry = { route: Route; body: Record<string, unknown>; env?: Record<string, string> }

/**
 * The tests that every endpoint must pass by which a user comes in without a session. `body` is
 * well-formed and leads nowhere.
 */
export function testEntrySecurity({ route, body, env = {} }: Entry): void {
  const system = useSharedSystem()
  const url = useOwnApi([route], { TRUST_PROXY: 'loopback', FACTOR_KEYS, ...env })
  const send = (headers: Record<string, string>) =>
    system().call('POST', `${url()}${route.endpoint.path}`, { headers, body })

  test('a page of another site is refused before anything else', async () => {
    const from = { 'x-forwarded-for': randomNetworkAddress() }
    const foreign: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain' },
    ]
    for (const headers of foreign) {
      const answer = await send({ ...from, ...headers })
      expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized'])
      expect(answer.body.error).toMatch(/dashboard|With a session/)
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
  })

  test('the thirty-first request of a network in a minute is answered 429', async () => {
    const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': randomNetworkAddress() }
    const statuses: number[] = []
    for (let i = 0; i < 31; i++) statuses.push((await send(headers)).status)
    expect(statuses.slice(0, 30)).not.toContain(429)
    expect(statuses[30]).toBe(429)
  })
}
