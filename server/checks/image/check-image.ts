import { existsSync, globSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check } from '../../harness/report/index.ts'
import { type Engine, makeContainer, runToEnd } from './make-container.ts'
import { readCompose } from './read-compose.ts'

const OURS = ['api', 'worker', 'simulator', 'signer']
/** What only tests, checks and builds use. */
const NOT_SHIPPED = ['vitest', '@biomejs', 'typescript', 'playwright-core', '@aws-sdk', 'vite', 'react']

/** Tries to write into the tree of the service; the codes of the errors are its output. */
const WRITE = `
  const codes = ['/app/x', '/usr/x', '/etc/x'].map((path) => {
    try { require('node:fs').writeFileSync(path, 'x'); return 'written' } catch (error) { return error.code }
  })
  console.log(process.getuid(), codes.join(' '))`

type Guide = { status: number; backups: number; seconds: number; most: number }

/** What must be true of the image and of the processes that run in it. */
export async function newChecks(engine: Engine, home: string, guide: Guide): Promise<Check[]> {
  const one = (isTrue: boolean, failure: string) => (isTrue ? [] : [failure])
  return [
    {
      sentence: 'every command of the guide ended well',
      failures: one(guide.status === 0, `${guide.status}`),
    },
    { sentence: 'the first picture came through the proxy', failures: await findBadPicture(home) },
    {
      sentence: `from a clean root to it in less than ${guide.most} s`,
      failures: one(guide.seconds < guide.most, `${guide.seconds.toFixed(0)} s`),
    },
    {
      sentence: 'a backup was made and restored by the commands of the guide; the picture is as before',
      failures: one(guide.backups === 0, `${guide.backups}`),
    },
    {
      sentence: `${OURS.join(', ')} run, in a tree that cannot be written, as an ordinary user`,
      failures: await findWritable(engine, join(home, 'atelier', 'deploy', 'compose')),
    },
    {
      sentence: 'no process of a container is a process of root',
      failures: [...engine.running]
        .filter(([, { pid }]) => !/^Uid:\s+[1-9]\d*\s+[1-9]/m.test(readStatus(pid)))
        .map(([name]) => name),
    },
    { sentence: 'nothing is in the image that only tests or builds use', failures: findDevelopment(engine) },
    { sentence: 'every package of the image is in its bill of materials', failures: findUnlisted(engine) },
  ]
}

const readStatus = (pid: number): string => {
  const path = `/proc/${pid}/status`
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

async function findBadPicture(home: string): Promise<string[]> {
  const names = await readdir(home, { recursive: true })
  const path = names.find((name) => name.endsWith('/first.png'))
  if (path === undefined) return ['there is no file first.png']
  const bytes = await readFile(join(home, path))
  const isPicture =
    bytes.subarray(1, 4).toString() === 'PNG' || bytes.subarray(0, 2).toString('hex') === 'ffd8'
  return isPicture && bytes.length > 1_000 ? [] : [`${path} is no picture: ${bytes.length} bytes`]
}

async function findWritable(engine: Engine, folder: string): Promise<string[]> {
  const project = await readCompose(folder).catch(() => undefined)
  if (!project) return ['there is no compose.yaml with its settings']
  const failures: string[] = []
  for (const name of OURS) {
    let shown = ''
    const container = await makeContainer(engine, project, name, ['-e', WRITE])
    await runToEnd(engine, `write-${name}`, container, { print: (text) => (shown += text) })
    if (!engine.running.get(name)?.isRunning()) failures.push(`${name} does not run`)
    if (!/^[1-9]\d* EROFS EROFS EROFS\s*$/.test(shown)) failures.push(`${name}: ${shown.trim()}`)
  }
  return failures
}

function findDevelopment({ images }: Engine): string[] {
  const root = images.get('atelier')?.root
  if (root === undefined) return ['there is no image']
  const folders = [`${root}/app/node_modules`, `${root}/app/node_modules/.pnpm/node_modules`]
  return NOT_SHIPPED.filter((name) => folders.some((folder) => existsSync(join(folder, name))))
}

type Component = { group?: string; name: string; version: string }

/** The folders of packages in the image that sbom.cdx.json does not name. */
function findUnlisted({ images }: Engine): string[] {
  const app = `${images.get('atelier')?.root}/app`
  if (!existsSync(`${app}/sbom.cdx.json`)) return ['there is no sbom.cdx.json']
  const { components } = JSON.parse(readFileSync(`${app}/sbom.cdx.json`, 'utf8')) as {
    components: Component[]
  }
  const listed = new Set(components.map(({ group, name }) => (group ? `${group}/${name}` : name)))
  const folders = globSync(
    ['node_modules/.pnpm/*/node_modules/*', 'node_modules/.pnpm/*/node_modules/@*/*'],
    {
      cwd: app,
    },
  ).filter((path) => existsSync(join(app, path, 'package.json')))
  const names = new Set(folders.map((path) => path.split('/node_modules/').at(-1) ?? ''))
  if (names.size < 50) return [`only ${names.size} packages were found`]
  return [...names].filter((name) => !listed.has(name) && !name.startsWith('@atelier/'))
}
