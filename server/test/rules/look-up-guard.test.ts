import { expect, test } from 'vitest'
import { newCallerResolver, newKeyText } from '../../src/access/identity/index.ts'
import { openDb } from '../../src/platform/db/index.ts'

test('a key that cannot be looked up does not count as unknown', async () => {
  // Nothing listens at this port.
  const db = openDb({ url: 'postgres://nobody@127.0.0.1:1/none', poolSize: 1, onIdleError: () => undefined })
  const count = { begun: 0, givenBack: 0 }
  const guard = { begin: () => void count.begun++, giveBack: () => void count.givenBack++ }
  await expect(newCallerResolver(db)(newKeyText(), guard)).rejects.toThrow()
  expect(count).toEqual({ begun: 1, givenBack: 1 })
  await db.close()
})
