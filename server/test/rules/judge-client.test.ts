import { expect, test } from 'vitest'
import { judgeClient } from '../../src/access/oauth/judge-client.ts'
import { type Redirect, readRedirect } from '../../src/access/oauth/redirect-uri.ts'

const judge = (name: string, uri: string, documentHost: string | null = null) =>
  judgeClient({ id: 'x', name, redirectUris: [uri], documentHost }, readRedirect(uri) as Redirect)

// The hosts of known clients stand in our list; the repository names no others.
const at = (host: string, path = '/callback') => `https${'://'}${host}${path}`

test.each([
  'Claude',
  'claude.ai',
  'CLAUDE',
  'Clаude', // a Cyrillic letter
  'Cl4ude',
  'C1aude',
  'Cluade',
  'Claudе Desktop',
  'C l a u d e',
  'Cláude',
  'ＣＬＡＵＤＥ',
  'ChatGPT',
  'Chat-GPT connector',
  'ChatGTP',
  'OpenAl', // with a small L at its end
  'Curser',
  'Atelier support',
])('%s at another host looks like a known client', (name) => {
  expect(judge(name, at('evil.example'))).toContain('look_alike')
})

test.each([
  ['Claude', 'claude.ai'],
  ['Claude', 'api.claude.com'],
  ['ChatGPT', 'chatgpt.com'],
  ['Night agent', 'agents.example'],
  ['Clearance bot', 'agents.example'],
  ['助手', 'agents.example'],
  ['Gemini', 'gemini.google.com'],
])('%s at %s does not', (name, host) => {
  expect(judge(name, at(host))).toEqual(['unverified'])
})

test('a host below which anybody may publish proves no name', () => {
  expect(judge('Gemini', at('script.google.com'))).toContain('look_alike')
})

test('a client at its own scheme does not, another one there does', () => {
  const uri = 'cursor://anysphere.cursor-mcp/oauth/callback'
  expect(judge('Cursor', uri)).toEqual(['unverified'])
  expect(judge('Claude', uri)).toContain('look_alike')
})

test('a document at another host proves no name, whatever program gets the codes', () => {
  const extension = 'vscode://evil.extension/callback'
  expect(judge('Visual Studio Code', extension, 'evil.example')).toEqual(['look_alike'])
  expect(judge('Cursor', 'cursor://evil.extension/callback', 'evil.example')).toEqual(['look_alike'])
  expect(judge('Claude', at('claude.ai'), 'evil.example')).toEqual(['look_alike', 'other_host'])
  expect(judge('Visual Studio Code', extension, 'vscode.dev')).toEqual([])
  expect(judge('Claude', at('claude.com'), 'claude.ai')).toEqual(['other_host'])
})

test('a program on this computer is told, and its document says whose it is', () => {
  const uri = 'http://localhost:5000/callback'
  expect(judge('Claude Code', uri, 'claude.ai')).toEqual(['loopback'])
  expect(judge('Claude Code', uri, 'evil.example')).toEqual(['loopback', 'look_alike'])
  expect(judge('Night agent', uri)).toEqual(['loopback', 'unverified'])
})

test('codes for another host than that of the document are told, also a disguised one', () => {
  expect(judge('Night agent', at('agents.example'), 'agents.example')).toEqual([])
  expect(judge('Night agent', at('callbacks.agents.example'), 'www.agents.example')).toEqual([])
  expect(judge('Night agent', at('evil.example'), 'agents.example')).toEqual(['other_host'])
  expect(judge('Night agent', at('аgents.example'))).toContain('look_alike')
  expect(judge('Night agent', 'http://localhost/callback', 'xn--gents-3ve.example')).toContain('look_alike')
})
