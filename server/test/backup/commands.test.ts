import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const ADMIN = join(import.meta.dirname, '..', '..', 'src', 'entry', 'admin.ts')
const dir = mkdtempSync(join(tmpdir(), 'atelier-backup-commands-'))
afterAll(() => rmSync(dir, { recursive: true }))

const admin = (args: string[], env: NodeJS.ProcessEnv = {}, input = '') => {
  const options = { env: { PATH: process.env.PATH, ...env }, input, encoding: 'utf8' as const }
  const { status, stdout, stderr } = spawnSync(process.execPath, [ADMIN, ...args], options)
  return { status, text: stdout + stderr }
}

const newConfig = (file: string) =>
  admin(
    [
      ...['new-backup-config', file, '--endpoint', 'https://127.0.0.1:9'],
      ...['--bucket', 'b', '--data', join(dir, 'data')],
    ],
    {},
    'the-id\nthe-secret\n',
  )

test('a new configuration is encrypted, private, and never overwritten', () => {
  const file = join(dir, 'pgbackrest.conf')
  expect(newConfig(file)).toMatchObject({ status: 0, text: expect.stringContaining('archive_command') })
  const text = readFileSync(file, 'utf8')
  expect(text).toMatch(/^repo1-cipher-type=aes-256-cbc$/m)
  expect(text).toMatch(/^repo1-cipher-pass=.{64}$/m)
  expect(statSync(file).mode & 0o007).toBe(0)
  expect(newConfig(file)).toMatchObject({ status: 1, text: expect.stringContaining('EEXIST') })
  expect(readFileSync(file, 'utf8')).toBe(text)
})

test('a configuration without encryption, or that every user may read, is refused with a remedy', () => {
  const file = join(dir, 'checked.conf')
  newConfig(file)
  const good = readFileSync(file, 'utf8')
  const list = () => admin(['backup', '--list'], { BACKUP_CONFIG: file })
  writeFileSync(file, good.replace('aes-256-cbc', 'none'))
  expect(list()).toMatchObject({ status: 1, text: expect.stringMatching(/repo1 is not encrypted\. Set/) })
  writeFileSync(file, good)
  chmodSync(file, 0o644)
  expect(list()).toMatchObject({ status: 1, text: expect.stringContaining(`chmod o= ${file}`) })
})

test('a restore needs a moment with its time zone, and an empty data directory', () => {
  const file = join(dir, 'restore.conf')
  newConfig(file)
  const env = { BACKUP_CONFIG: file }
  const data = mkdtempSync(join(dir, 'full-'))
  const withoutZone = admin(['restore', '--to', '2026-11-19T14:05:30', '--data', data], env)
  expect(withoutZone.text).toMatch(/time with its zone/)
  expect(admin(['restore', '--data', data], env).text).toMatch(/usage/)
  writeFileSync(join(data, 'PG_VERSION'), '18')
  const refused = admin(['restore', '--latest', '--data', data], env)
  expect(refused).toMatchObject({ status: 1, text: expect.stringMatching(/is not empty.*What to do/s) })
  writeFileSync(join(data, 'postmaster.pid'), '1')
  const running = admin(['restore', '--latest', '--overwrite', '--data', data], env)
  expect(running).toMatchObject({ status: 1, text: expect.stringMatching(/postmaster\.pid.*stop Postgres/s) })
  expect(readFileSync(join(data, 'PG_VERSION'), 'utf8')).toBe('18')
})
