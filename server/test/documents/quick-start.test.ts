import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { useSharedSystem } from '../use-shared-system.ts'

const system = useSharedSystem()
const DOCS = join(import.meta.dirname, '..', '..', '..', 'docs')

const readBlocks = (page: string): string[] =>
  [...readFileSync(join(DOCS, page), 'utf8').matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block)

test('every command of the quick start runs in an empty folder, one after the other', async () => {
  const { createUser, baseUrl } = system()
  const user = await createUser()
  const [settings = '', ...rest] = readBlocks('quick-start.md')
  expect(rest.length).toBeGreaterThan(4)
  const own = settings.replace('https://atelier.example', baseUrl).replace('hsk_...', user.apiKey)
  expect(own).not.toBe(settings)
  const folder = mkdtempSync(join(tmpdir(), 'atelier-quick-'))
  try {
    const script = ['set -euo pipefail', own, ...rest].join('\n')
    const { stdout } = await promisify(execFile)('bash', ['-c', script], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', HOME: folder },
      timeout: 120_000,
    })
    expect(stdout).toContain('"creditsCost": 400')
    expect(stdout).toContain('"status": "completed"')
    expect(stdout).toContain('"nextAction": "use_videoUrl"')
    expect(stdout).toContain('/api/photos/serve/uploads/')
    expect(readdirSync(folder).toSorted()).toEqual(['first-picture', 'job.json', 'media.json'])
    expect(statSync(join(folder, 'first-picture')).size).toBeGreaterThan(1_000)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 150_000)
