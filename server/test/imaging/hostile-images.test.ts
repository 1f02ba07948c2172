import { expect, test } from 'vitest'
import { runProbe } from '../../checks/images/run-probe.ts'

/** `pnpm probe:images` runs 2,000. */
const COUNT = 67

test(`of ${COUNT} hostile and good pictures none does harm, and every good one is accepted`, {
  timeout: 300_000,
}, async () => {
  const { passed, complaints, childrenStarted } = await runProbe(COUNT, 7)
  expect(complaints).toEqual([])
  expect(passed).toBe(COUNT)
  expect(childrenStarted).toBeGreaterThan(0)
})
