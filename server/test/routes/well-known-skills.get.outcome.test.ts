import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '@atelier/contract'
import { expect, test } from 'vitest'
import { ROOT } from '../structure/read-repository.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

const INDEX = '/.well-known/skills/index.json'

test('the index names every skill with the description of its front matter', async () => {
  const { status, headers, body } = await system().call('GET', INDEX)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  const { skills } = endpoints.listSkills.answer.schema.parse(body)
  expect(skills.map(({ name }) => name)).toEqual(readdirSync(join(ROOT, 'skills')).toSorted())
  for (const { name, description, files } of skills) {
    expect(files).toContain('SKILL.md')
    const [, head] = readFileSync(join(ROOT, 'skills', name, 'SKILL.md'), 'utf8').split(/^---\s*$/m)
    expect(head).toContain(description)
  }
})

test('every file in the index is served byte for byte with its checksum', async () => {
  const { call } = system()
  const { skills } = (await call('GET', INDEX)).body
  for (const { name, files } of skills) {
    for (const file of files) {
      const { status, headers, body } = await call<string>('GET', `/.well-known/skills/${name}/${file}`)
      expect([file, status, headers.get('content-type')]).toEqual([file, 200, 'text/markdown; charset=utf-8'])
      expect(body).toBe(readFileSync(join(ROOT, 'skills', name, file), 'utf8'))
      expect(headers.get('x-content-sha256')).toBe(createHash('sha256').update(body).digest('hex'))
    }
  }
})

test('unchanged files are answered 304', async () => {
  const { call } = system()
  for (const path of [INDEX, '/.well-known/skills/produce-product-creative/SKILL.md']) {
    const { headers } = await call('HEAD', path)
    expect(headers.get('cache-control')).toBe('no-cache')
    const again = await call('GET', path, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
    expect([again.status, again.body]).toEqual([304, ''])
  }
})
