import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect, test } from 'vitest'

const SERVER = join(import.meta.dirname, '../..')

const program = (path: string, last: string) => `
  import { openCleaner } from '#platform/imaging'
  import { readChildren } from './checks/images/read-children.ts'
  await openCleaner({ concurrency: 1 }).clean(${JSON.stringify(path)}, "usr_1")
  console.log(readChildren().join())
  ${last}`

test.each([
  ['ends while it is idle', ''],
  ['is killed', `process.kill(process.pid, 'SIGKILL')`],
])('when the parent process %s, the process that cleans pictures ends too', async (_, last) => {
  const dir = await mkdtemp(join(tmpdir(), 'atelier-parent-'))
  const path = join(dir, 'picture.png')
  await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } }).toFile(path)
  const args = ['--input-type=module', '-e', program(path, last)]
  const run = promisify(execFile)(process.execPath, args, { cwd: SERVER, timeout: 25_000 })
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  const pid = Number(stdout)
  expect(pid).toBeGreaterThan(0)
  await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 5_000 }).toBe(false)
  await rm(dir, { recursive: true })
})
