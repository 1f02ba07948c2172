import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkTypes, installPackage, type Project } from '../../../client/test/install-package.ts'
import { ROOT } from '../structure/read-repository.ts'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()

let project: Project
beforeAll(() => {
  project = installPackage()
})
afterAll(() => project?.remove())

const [, example = ''] =
  /```ts\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, 'client/README.md'), 'utf8')) ?? []

test('the example of client/README.md makes a picture and is charged once; its types are right', async () => {
  const user = await system().createUser(1_000)
  writeFileSync(join(project.folder, 'example.ts'), example)
  checkTypes(project, 'example.ts')
  const env = { PATH: process.env.PATH, ATELIER_URL: system().baseUrl, ATELIER_KEY: user.apiKey }
  const run = () =>
    promisify(execFile)(process.execPath, ['example.ts'], { cwd: project.folder, env, timeout: 60_000 })
  const first = (await run()).stdout.trim()
  expect((await fetch(first)).headers.get('content-type')).toMatch(/^image\//)
  // The clientRef is the same, so a second run finds the same picture.
  expect((await run()).stdout.trim()).toBe(first)
  expect((await system().entries(user)).filter(({ reason }) => reason === 'image_generation')).toHaveLength(1)
})
