import { afterEach, expect, inject, test, vi } from 'vitest'
import { checkClock } from '../../src/edge/installation/check-database.ts'

const databaseDirectUrl = inject('shared').databaseUrl

/** Only what time it is; timers run on. */
const moveClock = (seconds: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 })

afterEach(() => void vi.useRealTimers())

test('a clock that differs from that of the database is named, and what to do', async () => {
  expect(await checkClock({ databaseDirectUrl })).toMatchObject([{ kind: 'ok' }])
  for (const [seconds, side] of [
    [60, 'ahead of'],
    [-60, 'behind'],
  ] as const) {
    moveClock(seconds)
    const [found] = await checkClock({ databaseDirectUrl })
    vi.useRealTimers()
    expect(found).toMatchObject({
      kind: 'failure',
      text: expect.stringMatching(new RegExp(`the clock is (?:59|60)\\.\\d s ${side} that of the database`)),
      remedy: expect.stringContaining('time server'),
    })
  }
})
