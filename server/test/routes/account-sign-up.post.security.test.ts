import { expect, test } from 'vitest'
import { signUp } from '../../src/edge/routes/account-sign-up.post.ts'
import { openSession, PASSWORD } from '../open-session.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { MAIL, randomNetworkAddress, testEntrySecurity } from './test-entry-security.ts'

testEntrySecurity({
  route: signUp,
  body: { email: 'new@atelier.test', password: 'another password of the tests' },
})

const system = useSharedSystem()
const urls = {
  'without mail': useOwnApi([signUp], { TRUST_PROXY: 'loopback', SIGN_UP: 'open' }),
  'with mail': useOwnApi([signUp], { TRUST_PROXY: 'loopback', SIGN_UP: 'open', ...MAIL }),
}

test.each(['without mail', 'with mail'] as const)(
  '%s a taken address gets the same answer, in the same time, and its user stays as it is',
  async (which) => {
    const { call, db } = system()
    const { id, email } = await openSession(db)
    const read = () => db.row(`select password_hash, role, created_at from users where id = $1`, [id])
    const before = await read()
    const send = async (address: string) => {
      const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': randomNetworkAddress() }
      const startedAt = performance.now()
      const { status, body } = await call('POST', `${urls[which]()}/api/account/sign-up`, {
        headers,
        body: { email: address, password: `${PASSWORD}, another one` },
      })
      return { answer: [status, body], ms: performance.now() - startedAt }
    }
    const times: Record<'taken' | 'free', number[]> = { taken: [], free: [] }
    for (let i = 0; i < 7; i++) {
      const [taken, free] = [await send(email.toUpperCase()), await send(`free${i}.${email}`)]
      expect(taken.answer).toEqual(free.answer)
      times.taken.push(taken.ms)
      times.free.push(free.ms)
    }
    expect(await read()).toEqual(before)
    const median = (all: number[]) => all.sort((a, b) => a - b)[3] ?? 0
    expect(median(times.taken) / median(times.free)).toBeGreaterThan(0.5)
    expect(median(times.taken) / median(times.free)).toBeLessThan(2)
  },
)
