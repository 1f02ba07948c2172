import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

test('the text needs no key and ignores one', async () => {
  const { call } = system()
  const [open, keyed] = await Promise.all([
    call('GET', '/llms.txt'),
    call('GET', '/llms.txt', { key: 'hsk_half' }),
  ])
  expect([open.status, keyed.status]).toEqual([200, 200])
  expect(keyed.body).toBe(open.body)
})

test('the answer is plain text that a browser does not run', async () => {
  const { headers } = await system().call('GET', '/llms.txt')
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('the text contains no key', async () => {
  expect((await system().call('GET', '/llms.txt')).body).not.toMatch(/hsk_[0-9A-Za-z]/)
})
