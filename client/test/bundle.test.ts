import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installPackage, type Project } from './install-package.ts'

let project: Project
beforeAll(() => {
  project = installPackage()
})
afterAll(() => project?.remove())

async function bundle(text: string): Promise<string> {
  const input = join(project.folder, 'use.js')
  writeFileSync(input, text)
  const built = await rolldown({ input, platform: 'browser', logLevel: 'silent' })
  const { output } = await built.generate({ minify: true })
  return output[0].code
}

test('a bundle of one call contains that call and no other', async () => {
  const code = await bundle(`
    import { newClient, readCredits } from '@atelier/client'
    const client = newClient({ baseUrl: 'https://svc.example', apiKey: 'k' })
    console.log(await readCredits(client))`)
  expect([...code.matchAll(/path:.(\/[\w/{}-]+)/g)].map(([, path]) => path)).toEqual(['/api/gen/credits'])
  const whole = await bundle(`export * from '@atelier/client'`)
  console.log(
    `one call: ${code.length} bytes, ${gzipSync(code).length} compressed; ` +
      `all calls: ${whole.length} bytes, ${gzipSync(whole).length} compressed`,
  )
  expect(code.length).toBeLessThan(8_000)
  expect(whole.length).toBeGreaterThan(2 * code.length)
})

test('importing the package for its side effects leaves nothing', async () => {
  expect(await bundle(`import '@atelier/client'`)).toBe('')
})

test('the built package imports nothing but itself, and its declarations know no other package', () => {
  const dist = join(project.folder, 'node_modules', '@atelier', 'client', 'dist')
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(js|d\.ts)$/.test(file),
  )
  expect(files.filter((file) => file.endsWith('.js')).length).toBe(
    files.filter((file) => file.endsWith('.d.ts')).length,
  )
  for (const file of files) {
    const imported = readFileSync(join(dist, file), 'utf8').matchAll(/\bfrom ['"]([^'"]+)['"]/g)
    for (const [, from] of imported) expect(from).toMatch(/^\.{1,2}\/[\w./-]+\.js$/)
  }
  const { dependencies } = JSON.parse(readFileSync(join(dist, '..', 'package.json'), 'utf8'))
  expect(dependencies).toBeUndefined()
})
