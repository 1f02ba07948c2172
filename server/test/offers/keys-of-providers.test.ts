import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, inject, onTestFinished, test } from 'vitest'
import { asRole } from '../../harness/processes/index.ts'
import { readConfig, readProviderKeys, WrongSettings } from '../../src/platform/config/index.ts'
import { ALL, RIGHT } from './use-offers.ts'

const MAIN = new URL('../../src/entry/main.ts', import.meta.url).pathname
const keys = {
  FAL_KEY: 'secret-of-fal-1234567890',
  KIE_KEY: 'secret-of-kie-1234567890',
  OPENAI_KEY: 'secret-of-openai-1234567890',
  RUNWAY_KEY: 'secret-of-runway-1234567890',
}

test('the worker reads the keys of the enabled providers, and names those that are missing', () => {
  expect(readProviderKeys(['fal', 'runway'], keys)).toEqual({ fal: keys.FAL_KEY, runway: keys.RUNWAY_KEY })
  expect(readProviderKeys([], {})).toEqual({})
  expect(() => readProviderKeys(['fal', 'kie'], { KIE_KEY: '' })).toThrow(
    new WrongSettings([
      'FAL_KEY is not set. Set it to the key of your account at fal.',
      'KIE_KEY is empty. Set it to the key of your account at kie.ai.',
    ]),
  )
})

test('the settings that both processes read have no key', () => {
  const config = JSON.stringify(readConfig({ ...RIGHT, ...keys, PROVIDERS: ALL, KIE_WEBHOOK_KEY: 'signs' }))
  expect(config).toContain('signs')
  expect(config).not.toContain('secret-of-')
})

/** Starts a process of the server in a folder of its own. */
function start(role: string, env: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-process-'))
  const child = spawn(process.execPath, ['--heapsnapshot-signal=SIGUSR2', MAIN, role], { cwd: folder, env })
  onTestFinished(async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
    rmSync(folder, { recursive: true, maxRetries: 3 })
  })
  return { child, folder }
}

test('a worker without the key of an enabled provider ends with a line that names it', async () => {
  const { child } = start('worker', { ...RIGHT, PROVIDERS: 'fal' })
  const lines: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => lines.push(line))
  expect((await once(child, 'exit'))[0]).toBe(2)
  expect(lines.at(-1)).toBe('  FAL_KEY is not set. Set it to the key of your account at fal.')
})

test('no key of a provider is in the memory of an api, even if it is in its environment', async () => {
  const { child, folder } = start('api', {
    ...RIGHT,
    ...keys,
    DATABASE_URL: asRole(inject('shared').databaseUrl, 'atelier_api'),
    PORT: '0',
    PROVIDERS: ALL,
    KIE_WEBHOOK_KEY: 'what-the-api-does-read',
    TEMP_DIR: join(tmpdir(), 'atelier-no-keys'),
  })
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('"ready"')) break
  child.kill('SIGUSR2')
  const snapshot = () => readdirSync(folder).find((name) => name.endsWith('.heapsnapshot'))
  await expect.poll(snapshot, { timeout: 30_000 }).toBeDefined()
  const text = () => readFileSync(join(folder, snapshot() as string), 'utf8')
  await expect.poll(() => text().trimEnd().endsWith('}'), { timeout: 30_000, interval: 500 }).toBe(true)
  const memory = text()
  expect(memory).toContain('what-the-api-does-read')
  expect(memory.match(/secret-of-\w+/g)).toBeNull()
}, 90_000)
