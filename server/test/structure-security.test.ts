import { DEFAULT_MIN_VERSION } from 'node:tls'
import { type Endpoint, endpoints } from '@atelier/contract'
import { expect, test } from 'vitest'
import { bans, findBanned, findUnused } from './structure/check-security.ts'
import { readRepository, sourceFile } from './structure/read-repository.ts'

const files = readRepository()
const load = (path: string) => files.find((file) => file.path === path)?.text ?? ''

/** The path is one that the rule looks at. */
const pathFor = (within: RegExp) =>
  ['server/src/access/identity/a.ts', 'dashboard/src/a.tsx'].find((path) => within.test(path)) ?? ''

// Not as a table: its titles would be cut, and the page of the standard names them.
for (const ban of bans)
  test(ban.sentence, () => {
    expect(findBanned(files, ban)).toEqual([])
    expect(findUnused(files, ban)).toEqual([])
    expect(findBanned([sourceFile(pathFor(ban.within), ban.example)], ban)).toHaveLength(1)
  })

test('nothing is changed by a GET, which a link of another site can cause', () => {
  const safe = ['reads', 'looks', 'heavy', undefined]
  const all: [string, Endpoint][] = Object.entries(endpoints)
  const getting = all.filter(([, { method }]) => method === 'GET')
  expect(getting.length).toBeGreaterThan(30)
  const changing = getting.filter(([, { limit }]) => !safe.includes(limit)).map(([name]) => name)
  expect(changing).toEqual([])
})

test('the sample proxies offer TLS 1.2 and 1.3 with forward secrecy; calls outside use the same', () => {
  const nginx = load('deploy/proxy/nginx.conf')
  expect(nginx).toMatch(/^ {2}ssl_protocols TLSv1\.2 TLSv1\.3;$/m)
  const [, ciphers = ''] = /^ {2}ssl_ciphers (\S+);$/m.exec(nginx) ?? []
  expect(ciphers.split(':').length).toBeGreaterThan(3)
  for (const cipher of ciphers.split(':'))
    expect(cipher).toMatch(/^ECDHE-(?:ECDSA|RSA)-(?:AES\d+-GCM|CHACHA20)/)
  // Caddy offers the same by itself, and gets a certificate that browsers trust, unless it is told not to.
  const caddy = load('deploy/proxy/Caddyfile').replaceAll(/^\s*#.*$/gm, '')
  expect(caddy).not.toMatch(/\btls\b|protocols|ciphers|auto_https/)
  // One site without TLS, which passes nothing on.
  const [, plain = '', rest = ''] = /^\s*http:\/\/\S+ \{\n(.+?)\n\}\n(.+)$/s.exec(caddy) ?? []
  expect(plain).toMatch(/\bredir https:/)
  expect(plain).not.toMatch(/reverse_proxy|import|file_server/)
  expect(rest).not.toMatch(/http:/)
  expect(DEFAULT_MIN_VERSION).toBe('TLSv1.2')
})

test('the sample proxies lead pages to TLS, and refuse what programs send without it', () => {
  const all: Endpoint[] = Object.values(endpoints)
  const called = all.filter(({ auth, method }) => auth !== 'open' || method !== 'GET')
  // The address of a callback is in no document.
  const folders = new Set(['cb', ...called.map(({ path }) => path.split('/')[1] ?? '')])
  expect(folders.size).toBeGreaterThan(3)
  const refusal = /^ {2}location ~ (\S+) \{\n[^}]+\n {4}return 403 /m.exec(load('deploy/proxy/nginx.conf'))
  const inNginx = new RegExp(refusal?.[1] ?? 'none')
  const matcher = /\n\t\t@programs path (.+)\n\t\trespond @programs .+ 403\n\t\tredir https:/
  const inCaddy = matcher.exec(load('deploy/proxy/Caddyfile'))?.[1]?.split(' ')
  for (const folder of folders) {
    expect([folder, inNginx.test(`/${folder}`), inNginx.test(`/${folder}/x`)]).toEqual([folder, true, true])
    expect(inCaddy).toEqual(expect.arrayContaining([`/${folder}`, `/${folder}/*`]))
  }
  for (const page of ['/', '/studio', '/docs/quick-start']) expect(inNginx.test(page)).toBe(false)
})

test('no image has the history of the sources, or what was built and kept beside them', () => {
  const left = load('.dockerignore').split('\n')
  for (const path of ['.git', '.dev', 'deploy/compose/secrets', 'deploy/compose/data'])
    expect(left).toContain(path)
})

test('no image has the tests and the checks', () => {
  const [, folders = ''] = /^FOLDERS="([^"]+)"$/m.exec(load('deploy/image/build.sh')) ?? []
  expect(folders).toContain('server/src')
  for (const folder of [
    'server/test',
    'server/checks',
    'server/harness',
    'doubles',
    'dashboard/e2e',
    'server',
  ])
    expect(folders.split(' ')).not.toContain(folder)
})

test('every field for a password hides it and lets a password manager fill it in', () => {
  const fields = files
    .filter(({ path }) => /^dashboard\/src\/.+\.tsx$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/<input\b(?:[^>]|=>)*?\/>/g)]
        .map(([tag]) => ({ path, tag }))
        .filter(({ tag }) => /password/i.test(tag) && !/type="(?:text|email)"/.test(tag)),
    )
  expect(fields.length).toBeGreaterThan(2)
  for (const { path, tag } of fields) {
    expect([path, tag]).toEqual([
      path,
      expect.stringMatching(/type=(?:"password"|\{isShown \? 'text' : 'password'\})/),
    ])
    expect([path, tag]).toEqual([path, expect.stringMatching(/autoComplete=/)])
  }
})

test('a known weakness of a package fails the run of every week', () => {
  const ci = load('.github/workflows/ci.yml')
  expect(ci).toMatch(/^ {2}schedule:\n {4}- cron: ['"][\d* ]+['"]$/m)
  expect(ci).toMatch(/^ {6}- run: pnpm audit --prod --audit-level moderate$/m)
})

test('what CI runs of others is named by its commit, and may read alone', () => {
  const ci = load('.github/workflows/ci.yml')
  const used = [...ci.matchAll(/uses: (\S+)/g)].map(([, name = '']) => name)
  expect(used.length).toBeGreaterThan(4)
  for (const name of used) expect(name).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
  expect(ci).toMatch(/^permissions:\n {2}contents: read$/m)
  expect(ci).not.toMatch(/: write\b|pull_request_target|secrets\./)
})
