import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('the text needs no key and ignores one', async () => {
  const { call } = system()
  const [open, keyed] = await Promise.all([
    call('GET', '/llms-full.txt'),
    call('GET', '/llms-full.txt', { key: 'hsk_half' }),
  ])
  expect([open.status, keyed.status]).toEqual([404, 404])
})

test('nothing can be sent to it', async () => {
  expect((await system().call('POST', '/llms-full.txt', { body: {} })).status).toBe(404)
})
