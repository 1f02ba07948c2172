import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '@atelier/contract'
import { expect, test } from 'vitest'
import { ROOT } from '../structure/read-repository.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

const INDEX = '/.well-known/agent-skills/index.json'
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/

async function readIndex() {
  const { status, headers, body } = await system().call('GET', INDEX)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  return endpoints.listStandardSkills.answer.schema.parse(body)
}

test('the index has the schema of the draft, and descriptions say when to use a skill', async () => {
  const { $schema, skills } = await readIndex()
  expect($schema).toBe('https://schemas.agentskills.io/discovery/0.2.0/schema.json')
  expect(skills.map(({ name }) => name)).toEqual(readdirSync(join(ROOT, 'skills')).toSorted())
  for (const { name, type, description } of skills) {
    expect([NAME.test(name), name.length <= 64, type]).toEqual([true, true, 'skill-md'])
    expect([description.length <= 1_024, description.includes('Use when')]).toEqual([true, true])
  }
})

test('every address leads to a file with its digest and the standard front matter', async () => {
  const { skills } = await readIndex()
  for (const { name, url, digest, description } of skills) {
    const { pathname } = new URL(url, `https://svc.example${INDEX}`)
    const { status, headers, body } = await system().call<string>('GET', pathname)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(digest).toBe(`sha256:${createHash('sha256').update(body).digest('hex')}`)
    const [, head = ''] = body.split(/^---$/m)
    expect(head).toContain(`\nname: ${name}\n`)
    expect(head).toContain(JSON.stringify(description))
    // Texts only, one level deep.
    const [, metadata = ''] = head.split('\nmetadata:\n')
    for (const line of metadata.trimEnd().split('\n')) expect(line).toMatch(/^ {2}[a-z]+: ".*"$/)
  }
})

test('a skill says the same in both formats, and spells no tool with the prefix of a host', async () => {
  for (const { name } of (await readIndex()).skills) {
    const [plain, standard] = ['skills', 'agent/claude-code/skills'].map((folder) =>
      readFileSync(join(ROOT, folder, name, 'SKILL.md'), 'utf8')
        .split(/^---$/m)
        .slice(2)
        .join('---'),
    )
    expect(standard).toBe(plain)
    expect(plain).not.toMatch(/mcp__|mcp_svc|svc__|plugin_svc/)
  }
})

test.each([INDEX, '/.well-known/skills/index.json', '/.well-known/agent-skills/top-up-creatives/SKILL.md'])(
  '%s is read by pages of any site, answers HEAD, and is answered 304 when it is unchanged',
  async (path) => {
    const { call } = system()
    const [got, head] = await Promise.all([
      call('GET', path, { headers: { origin: 'https://other.example' } }),
      call('HEAD', path),
    ])
    expect(got.headers.get('access-control-allow-origin')).toBe('*')
    expect([head.status, head.body, head.headers.get('etag')]).toEqual([200, '', got.headers.get('etag')])
    expect(head.headers.get('access-control-allow-origin')).toBe('*')
    const again = await call('GET', path, { headers: { 'if-none-match': got.headers.get('etag') ?? '' } })
    expect([again.status, again.body]).toEqual([304, ''])
  },
)
