import { expect, test } from 'vitest'
import { addAnswer, isRedirectOf, readRedirect } from '../../src/access/oauth/redirect-uri.ts'

test.each([
  ['https://client.example/callback', 'server'],
  ['https://client.example:8443/callback?kept=1', 'server'],
  ['http://localhost/callback', 'loopback'],
  ['http://127.0.0.1:33418/', 'loopback'],
  ['http://[::1]:1/', 'loopback'],
  ['https://localhost:8443/callback', 'loopback'],
  ['cursor://anysphere.cursor-mcp/oauth/callback', 'app'],
  ['vscode://vscode.github-authentication/did', 'app'],
  ['com.client.app:/oauth', 'app'],
])('%s is an address of a client: %s', (uri, kind) => {
  expect(readRedirect(uri)?.kind).toBe(kind)
})

test.each([
  'http://client.example/',
  'http://localhost.client.example/',
  ...['127.0.0.2', '0.0.0.0'].map((address) => `http://${address}/`),
  'https://user@client.example/',
  'https://client.example/#x',
  'https://client.example/#',
  'https://client.example\\@evil.example/',
  'https://client.example/ x',
  'https://client.example/\n',
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:https://client.example/x',
  'file:///etc/passwd',
  'about:blank',
  'myapp://callback',
  'ftp://client.example/',
  '/callback',
  '',
  `https://client.example/${'x'.repeat(2_048)}`,
])('%j is no address of a client', (uri) => {
  expect(readRedirect(uri)).toBeUndefined()
})

test('the port of a loopback address is free, and nothing else of it', () => {
  const own = ['http://localhost/callback', 'http://127.0.0.1:27890/callback']
  for (const uri of [
    'http://localhost:5000/callback',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:1/callback',
  ])
    expect([uri, isRedirectOf(own, uri)]).toEqual([uri, true])
  for (const uri of [
    'http://localhost:5000/',
    'http://localhost:5000/callback?x=1',
    'https://localhost/callback',
    'http://[::1]/callback',
    'http://localhost:5000/callback/../callback2',
  ])
    expect([uri, isRedirectOf(own, uri)]).toEqual([uri, false])
})

test('every other address is compared letter for letter', () => {
  const own = ['https://client.example/callback']
  expect(isRedirectOf(own, 'https://client.example/callback')).toBe(true)
  for (const uri of ['https://CLIENT.example/callback', 'https://client.example:443/callback'])
    expect([uri, isRedirectOf(own, uri)]).toEqual([uri, false])
})

test('an answer keeps the query of the address, and replaces what it says itself', () => {
  const uri = 'https://client.example/callback?kept=1&code=theirs&iss=theirs'
  expect(addAnswer(uri, { code: 'ours', state: undefined, iss: 'us' })).toBe(
    'https://client.example/callback?kept=1&code=ours&iss=us',
  )
})
