import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Block, readGuide } from '../../checks/image/read-guide.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const GUIDES = ['deploy.md', 'deploy-cluster.md', 'backup.md']

const dir = mkdtempSync(join(tmpdir(), 'atelier-guide-'))
beforeAll(() => {
  // A clone of the repository, as far as the commands need it.
  for (const path of ['deploy', 'server/src', 'contract', 'package.json', 'server/package.json'])
    cpSync(join(ROOT, path), join(dir, path), {
      recursive: true,
      filter: (one) => !one.endsWith('node_modules'),
    })
  for (const path of ['node_modules', 'server/node_modules', 'contract/node_modules'])
    if (existsSync(join(ROOT, path))) symlinkSync(join(ROOT, path), join(dir, path))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** Words that a sign of the shell or a new line ends; quoted ones are one word. */
const commandsOf = ({ text }: Block): string[][] =>
  text
    .replace(/\\\n/g, ' ')
    .split(/\n|;|&&|\|/)
    .map((line) => line.trim().match(/"[^"]*"|'[^']*'|\S+/g) ?? [])
    .filter((words) => words.length > 0)

const blocksOf = (needs: Block['needs']) =>
  GUIDES.flatMap((guide) => readGuide(guide).filter((block) => block.needs === needs))
const callsOf = (needs: Block['needs'], program: string) =>
  blocksOf(needs)
    .flatMap(commandsOf)
    .filter(([first]) => first === program)

describe('what a shell alone can do', () => {
  const run = (guide: string, environment: NodeJS.ProcessEnv, isLeftOut: (block: Block) => boolean) => {
    const blocks = readGuide(guide).filter((block) => block.needs === 'shell' && !isLeftOut(block))
    const script = ['set -eu', ...blocks.map(({ text }) => text)].join('\n')
    const env = { ...process.env, ...environment }
    const { status, stderr } = spawnSync('bash', ['-c', script], { cwd: dir, env, encoding: 'utf8' })
    return { blocks: blocks.length, status, stderr }
  }

  test('the commands of deploy.md', () => {
    // They need the service: `pnpm probe:image` clones, starts it, and orders the first picture.
    const isLeftOut = ({ text }: Block) => text.includes('git clone') || text.includes('$ATELIER_URL')
    mkdirSync(join(dir, 'deploy/compose'), { recursive: true })
    expect(run('deploy.md', {}, isLeftOut)).toMatchObject({ status: 0, blocks: 2 })
    expect(readFileSync(join(dir, 'deploy/compose/.env'), 'utf8')).toMatch(
      /^ATELIER_UID=\d+\nATELIER_GID=\d+\nATELIER_EN/,
    )
  })

  test('the commands of deploy-cluster.md', () => {
    const given = {
      BUCKET_KEY_ID: 'bucket-key',
      BUCKET_SECRET: 'bucket/secret',
      ADMIN_DATABASE_URL: 'postgres://a@db/x',
    }
    const result = run('deploy-cluster.md', given, () => false)
    expect(result).toMatchObject({ status: 0, blocks: 4 })
    const files = Object.fromEntries(
      ['api', 'worker', 'signer', 'migrate'].map((name) => [
        name,
        readFileSync(join(dir, `secrets/${name}.env`), 'utf8'),
      ]),
    )
    for (const name of ['api', 'worker', 'signer']) {
      expect(files[name]).toContain('\nS3_ACCESS_KEY_ID=bucket-key\nS3_SECRET_ACCESS_KEY=bucket/secret\n')
      expect(files[name]).toMatch(
        /^DATABASE_URL=\S+@atelier-pooler:6432\/atelier\nDATABASE_DIRECT_URL=\S+@db\.example\.com:5432/,
      )
    }
    expect(files.migrate).toContain('\nMIGRATION_DATABASE_URL=postgres://a@db/x\n')
    expect(readFileSync(join(dir, 'rendered.yaml'), 'utf8')).toContain('kind: StatefulSet')
  })
})

describe('what needs a container engine or a cluster', () => {
  test('is shell', () => {
    for (const { text } of [...blocksOf('container'), ...blocksOf('cluster')])
      expect(() => execFileSync('bash', ['-n'], { input: text })).not.toThrow()
    expect(blocksOf('container').length).toBeGreaterThan(5)
    expect(blocksOf('cluster').length).toBeGreaterThan(2)
  })

  test('names services that compose.yaml has, and Dockerfiles that exist', () => {
    const { services } = parse(readFileSync(join(ROOT, 'deploy/compose/compose.yaml'), 'utf8'), {
      merge: true,
    })
    const calls = callsOf('container', 'docker')
    const named = calls
      .filter(([, second, third]) => second === 'compose' && ['run', 'exec', 'up'].includes(third ?? ''))
      .flatMap(([, , action, ...words]) => {
        const names = words.filter((word) => !word.startsWith('-') && word !== '$process')
        return action === 'up' ? names : names.slice(0, words.includes('$process') ? 0 : 1)
      })
    expect(named.length).toBeGreaterThan(8)
    expect(named.filter((name) => !(name in services))).toEqual([])
    const files = calls.flatMap((words) =>
      words.includes('-f') ? [words[words.indexOf('-f') + 1] ?? ''] : [],
    )
    expect(files.length).toBeGreaterThan(2)
    expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  test('calls commands of ours that exist', () => {
    const usage = spawnSync('node', ['server/src/entry/admin.ts'], { cwd: ROOT, encoding: 'utf8' })
    const known = `${usage.stdout}${usage.stderr}`
    const all = [...blocksOf('container'), ...blocksOf('cluster')].flatMap(commandsOf)
    const ours = all.filter((words) => words.includes('server/src/entry/admin.ts'))
    const names = ours.map((words) => words[words.indexOf('server/src/entry/admin.ts') + 1] ?? '')
    expect(names.length).toBeGreaterThan(6)
    expect(names.filter((name) => !new RegExp(`^\\s+(?:pnpm admin )?${name}\\b`, 'm').test(known))).toEqual(
      [],
    )
  })

  test('names pods and charts that the chart makes', () => {
    const rendered = execFileSync(
      'helm',
      ['template', 'atelier', 'deploy/chart', '--values', 'deploy/chart/example-values.yaml'],
      { cwd: ROOT, encoding: 'utf8' },
    )
    const words = callsOf('cluster', 'kubectl').flat()
    const pods = words
      .filter((word) => word.startsWith('deployment/'))
      .map((word) => word.slice('deployment/'.length))
    expect(pods.length).toBeGreaterThan(3)
    expect(
      pods.filter((name) => !rendered.includes(`kind: Deployment\nmetadata:\n  name: ${name}\n`)),
    ).toEqual([])
    const charts = callsOf('cluster', 'helm')
      .flat()
      .filter((word) => word.startsWith('deploy/'))
    expect(charts.filter((path) => !existsSync(join(ROOT, path, 'Chart.yaml')))).toEqual([])
  })
})

describe('Dockerfiles', () => {
  const files = ['Dockerfile', 'pooler.Dockerfile', 'postgres.Dockerfile'].map((name) =>
    readFileSync(join(ROOT, 'deploy/image', name), 'utf8'),
  )

  test('name exact bases, install without recommendations, and end as a user that is not root', () => {
    for (const text of files) {
      const bases = [...text.matchAll(/^FROM (\S+)/gm)].map(([, base = '']) => base)
      expect(bases.filter((base) => !/:.+/.test(base) || base.endsWith(':latest'))).toEqual([])
      expect(text).not.toMatch(/^(?:ADD|SHELL|MAINTAINER) |apt-get install (?!-y --no-install-recommends)/m)
      const users = [...text.matchAll(/^USER (.*)$/gm)].map(([, user = '']) => user)
      expect(users.at(-1)).toMatch(/^[1-9]\d*:[1-9]\d*$/)
      expect(
        text
          .trimEnd()
          .split('\n')
          .filter((line) => /^(?:ENTRYPOINT|CMD) /.test(line))
          .every((line) => line.includes('[')),
      ).toBe(true)
    }
  })
})
