import { expect, test } from 'vitest'
import { foldRequest, unfoldRequest } from './fold-request.ts'

const folded = (search: string) => {
  const address = foldRequest('/oauth/authorize', search)
  return address === undefined ? undefined : new URLSearchParams(address.split('?')[1]).get('request')
}

test.each([
  '?state=12345678901234567890&client_id=https%3A%2F%2Fclient.example%2Fa',
  '?state=%7B%22a%22%3A1%7D&request=theirs',
  '?state="quoted"&scope=read+generate',
  '?request=theirs',
  '?state=ß€',
])('%s comes back letter for letter', (search) => {
  expect(unfoldRequest(folded(search) ?? undefined)).toBe(search.slice(1))
})

test('an address is folded once, and no other address is', () => {
  const address = foldRequest('/oauth/authorize', '?state=1') ?? ''
  expect(address).toMatch(/^\/oauth\/authorize\?request=~[\w-]+$/)
  expect(foldRequest('/oauth/authorize', address.slice('/oauth/authorize'.length))).toBeUndefined()
  expect(foldRequest('/oauth/authorize', '')).toBeUndefined()
  expect(foldRequest('/studio', '?state=1')).toBeUndefined()
})

test.each([undefined, '', '~', 'c3RhdGU9MQ', '~****', '~_w'])('%s is no folded request', (text) => {
  expect(unfoldRequest(text)).toBeUndefined()
})
