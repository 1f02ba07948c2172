import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  healthPaths,
  isForThisVersion,
  RUN_VERSION,
  runUrlOf,
} from '../../src/platform/engine/run-version.ts'

const FILE = join(import.meta.dirname, '..', '..', 'src', 'platform', 'engine', 'implement-run.ts')

/**
 * When this fails: if steps, waits or their order changed, raise RUN_VERSION, also for a step whose result
 * has another form. Then write the new digest here.
 */
const KNOWN = { version: 1, digest: '2527fb642c80aa9e' }

test('the workflow has not changed since its version was set', async () => {
  const code = (await readFile(FILE, 'utf8'))
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
  const digest = createHash('sha256').update(code).digest('hex').slice(0, 16)
  expect({ version: RUN_VERSION, digest }).toEqual(KNOWN)
})

test('the version is part of the address, and only calls for it are accepted', () => {
  expect(runUrlOf('http://workers:4180')).toBe(`http://workers:4180/v${RUN_VERSION}`)
  expect(runUrlOf('http://workers:4180/v9')).toBe(`http://workers:4180/v${RUN_VERSION}`)
  expect(isForThisVersion(`/v${RUN_VERSION}/invoke/mediaRun/run`)).toBe(true)
  for (const path of [`/v${RUN_VERSION}0/invoke/mediaRun/run`, '/invoke/mediaRun/run', '/health'])
    expect(isForThisVersion(path)).toBe(false)
  expect(healthPaths).toContain(`/health/${RUN_VERSION % 2 === 1 ? 'odd' : 'even'}`)
})
