import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cloneAt } from '../processes/index.ts'
import { closeUnreleased, readUnreleased } from './changelog.ts'
import { judgeVersion } from './read-version.ts'

const SCRIPT = join(import.meta.dirname, 'main.ts')
const NAME = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.com' }
const COMMITTER = { GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.com' }

let clone = ''
let before = ''
const git = (...args: string[]) => execFileSync('git', args, { cwd: clone, encoding: 'utf8' }).trim()
const release = (...args: string[]) => {
  const env = { ...process.env, ...NAME, ...COMMITTER }
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], {
    cwd: clone,
    env,
    encoding: 'utf8',
  })
  return { status, out: stdout, said: stderr }
}
const read = (path: string) => readFileSync(join(clone, path), 'utf8')

beforeAll(async () => {
  clone = await cloneAt('HEAD')
  git('checkout', '--quiet', '-B', 'main')
  for (const tag of git('tag', '--list').split('\n').filter(Boolean)) git('tag', '--delete', tag)
  before = git('rev-parse', 'HEAD')
}, 300_000)
beforeEach(() => {
  git('reset', '--quiet', '--hard', before)
  git('clean', '--quiet', '-fd')
})
afterAll(() => rmSync(clone, { recursive: true, force: true }))

const isUnchanged = () => git('rev-parse', 'HEAD') === before && git('tag', '--list') === ''

test('a tree with changes is refused, and nothing is made', () => {
  writeFileSync(join(clone, 'note.txt'), 'mine')
  const { status, said } = release('9.0.0', '--check', 'true')
  expect(status).toBe(1)
  expect(said).toContain('refused: the tree has changes')
  expect(said).toContain('note.txt')
  rmSync(join(clone, 'note.txt'))
  expect(isUnchanged()).toBe(true)
})

test('a failing check, and one that changes the tree, are refused, and nothing is made', () => {
  expect(release('9.0.0', '--check', 'exit 3')).toMatchObject({ status: 1 })
  const { status, said } = release('9.0.0', '--check', 'echo mine >note.txt')
  expect(status).toBe(1)
  expect(said).toContain('refused: the check changed the tree')
  rmSync(join(clone, 'note.txt'))
  expect(git('status', '--porcelain')).toBe('')
  expect(isUnchanged()).toBe(true)
})

test('another branch and a changelog without changes are refused', () => {
  expect(release('9.0.0', '--check', 'true', '--branch', 'other').said).toContain('not other')
  writeFileSync(join(clone, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n## 0.0.1 - 2026-01-01\n\n- x\n')
  git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '-qam', 'x')
  expect(release('9.0.0', '--check', 'true').said).toContain('nothing under "Unreleased"')
  git('reset', '--quiet', '--hard', before)
})

test('a release is a commit, a tag, the source, its bill of materials and their digests', () => {
  const notes = readUnreleased(read('CHANGELOG.md'))
  const { status, out, said } = release('9.1.0', '--check', 'true')
  expect([status, said]).toEqual([0, 'true ...\n'])
  expect(git('status', '--porcelain')).toBe('')
  expect(git('log', '--format=%s', `${before}..HEAD`)).toBe('release: 9.1.0')
  expect(git('rev-parse', 'v9.1.0^{commit}')).toBe(git('rev-parse', 'HEAD'))
  expect(git('tag', '--list', '--format=%(contents)', 'v9.1.0')).toContain(notes.slice(0, 200))
  expect(read('CHANGELOG.md')).toMatch(/## Unreleased\n\n## 9\.1\.0 - \d{4}-\d\d-\d\d\n\n/)
  expect(readUnreleased(read('CHANGELOG.md'))).toBe('')
  expect(JSON.parse(read('package.json')).version).toBe('9.1.0')
  expect(read('deploy/chart/Chart.yaml')).toContain('version: 9.1.0\nappVersion: "9.1.0"')

  const dir = join(clone, 'release', '9.1.0')
  const names = ['SHA256SUMS', 'atelier-9.1.0.cdx.json', 'atelier-9.1.0.md', 'atelier-9.1.0.tar.gz']
  expect(readdirSync(dir).toSorted()).toEqual(names)
  for (const line of readFileSync(join(dir, 'SHA256SUMS'), 'utf8').trim().split('\n')) {
    const [sum, name = ''] = line.split('  ')
    expect(
      createHash('sha256')
        .update(readFileSync(join(dir, name)))
        .digest('hex'),
    ).toBe(sum)
  }
  const bill = JSON.parse(readFileSync(join(dir, 'atelier-9.1.0.cdx.json'), 'utf8'))
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
  expect(bill.components.length).toBeGreaterThan(100)
  const packed = ['-xzOf', join(dir, 'atelier-9.1.0.tar.gz'), 'atelier-9.1.0/package.json']
  expect(JSON.parse(execFileSync('tar', packed, { encoding: 'utf8' })).version).toBe('9.1.0')
  for (const said of ['9.1.0', 'v9.1.0', git('rev-parse', 'HEAD'), ...names.slice(1)])
    expect(out).toContain(said)

  const again = release('9.1.0', '--check', 'true')
  expect(again).toMatchObject({ status: 1 })
  expect(again.said).toContain('9.1.0 has a tag')
  git('tag', '--delete', 'v9.1.0')
}, 60_000)

test('a version follows the newest tag; without tags any version may be the first', () => {
  expect(judgeVersion('0.1.0', [])).toEqual([])
  expect(judgeVersion('0.2.0', ['0.1.0'])).toEqual([])
  expect(judgeVersion('0.10.0', ['0.9.0', '0.2.0'])).toEqual([])
  expect(judgeVersion('0.8.9', ['0.9.0'])).toEqual(['0.8.9 is not newer than 0.9.0'])
  expect(judgeVersion('0.9.0', ['0.9.0'])).toEqual(['0.9.0 has a tag'])
  for (const wrong of ['1', 'v1.2.3', '1.2', '01.2.3', '1.2.3-rc'])
    expect(judgeVersion(wrong, [])).toEqual([`${wrong} is no version such as 1.2.3`])
})

test('the changelog keeps every older release', () => {
  const text = '# C\n\n## Unreleased\n\n### Added\n\n- a\n\n## 0.1.0 - 2026-01-01\n\n- b\n'
  expect(readUnreleased(text)).toBe('### Added\n\n- a')
  const closed = closeUnreleased(text, '0.2.0', '2026-02-02')
  expect(closed).toBe(text.replace('## Unreleased\n', '## Unreleased\n\n## 0.2.0 - 2026-02-02\n'))
  expect(readUnreleased(closed)).toBe('')
})
