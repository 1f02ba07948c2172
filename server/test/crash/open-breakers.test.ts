import { expect, test } from 'vitest'
import type { SubmitResponse } from '../../src/platform/providers/index.ts'
import { publishBreakers, readObstacles, recordOutcome } from '../../src/production/routing/index.ts'
import { addProvider } from '../use-routes.ts'
import { useSystem } from '../use-system.ts'

const system = useSystem()

test('a worker says which of its breakers are open, and takes it back when they close', async () => {
  const { app } = system()
  const provider = addProvider(app)
  const shown = async () => {
    const { breakers } = await readObstacles(app.db)
    return breakers.filter((one) => one.provider === provider.name)
  }
  await publishBreakers(app)
  expect(await shown()).toEqual([])
  const lost: SubmitResponse = { kind: 'unknown' }
  for (let i = 0; i < 5; i++) recordOutcome(app, provider, lost)
  await publishBreakers(app)
  const [open] = await shown()
  expect(open).toMatchObject({ worker: app.config.worker.name })
  await publishBreakers(app)
  expect((await shown())[0]?.since).toEqual(open?.since)
  recordOutcome(app, provider, { kind: 'refused', class: 'moderation', message: 'no' })
  await publishBreakers(app)
  expect(await shown()).toEqual([])
})
