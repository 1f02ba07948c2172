// Makes a release of the repository in whose folder it is started: version and changelog in a commit with a
// tag, then the source, its bill of materials, what changed, and their digests in a folder. It refuses a tree
// with changes, another branch, a version that is not newer, a changelog without changes and a failing check;
// then nothing is changed. It pushes nothing.
// Run: pnpm release 1.2.3 [--check 'pnpm verify'] [--out release] [--branch main].
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readArgumentsOrExit, text } from '../arguments/index.ts'
import { print, printProgress } from '../report/index.ts'
import { closeUnreleased, readUnreleased } from './changelog.ts'
import { judgeVersion } from './read-version.ts'

const TAG = 'v'
const CHANGELOG = 'CHANGELOG.md'
const PACKAGE = 'package.json'
/** They name the version of the whole. The interface and the clients have versions of their own. */
const VERSION_FILES = [
  PACKAGE,
  'deploy/chart/Chart.yaml',
  'deploy/chart/example-values.yaml',
  'docs/deploy-cluster.md',
]

const command = {
  name: 'pnpm release',
  positionals: 'the version, such as 1.2.3',
  options: {
    check: text('pnpm verify', 'the command that must pass first'),
    out: text('release', 'the folder in which a folder of the version is made'),
    branch: text('main', 'the branch that is released'),
  },
}

class Refused extends Error {}

const root = spawnSync('git', ['rev-parse', '--show-toplevel'], { encoding: 'utf8' }).stdout.trim()

function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', cwd: root })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`)
  return stdout.trim()
}

const readText = (path: string): string => readFileSync(join(root, path), 'utf8')
const presentVersion = (): string => (JSON.parse(readText(PACKAGE)) as { version: string }).version
const listChanges = (): string[] => run('git', 'status', '--porcelain').split('\n').filter(Boolean)

/** Everything that is wrong before anything is made. */
function findReasons(version: string, branch: string): string[] {
  const tags = run('git', 'tag', '--list', `${TAG}*`).split('\n').filter(Boolean)
  const present = presentVersion()
  const released = tags.map((tag) => tag.slice(TAG.length))
  const changes = listChanges()
  const here = run('git', 'branch', '--show-current')
  const missing = VERSION_FILES.filter((path) => !readText(path).includes(present))
  return [
    ...judgeVersion(version, released),
    ...(changes.length > 0 ? [`the tree has changes:\n${changes.slice(0, 10).join('\n')}`] : []),
    ...(here === branch ? [] : [`the branch is ${here || 'none'}, not ${branch}`]),
    ...(readUnreleased(readText(CHANGELOG)) ? [] : [`${CHANGELOG} has nothing under "Unreleased"`]),
    ...missing.map((path) => `${path} does not name the version ${present}`),
  ]
}

function runCheck(check: string): void {
  printProgress(`${check} ...`)
  const { status } = spawnSync(check, { shell: true, cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Refused(`the check failed: ${check}`)
  const changes = listChanges()
  if (changes.length > 0) throw new Refused(`the check changed the tree:\n${changes.join('\n')}`)
}

function commitVersion(version: string, notes: string): void {
  const present = presentVersion()
  const day = new Date().toISOString().slice(0, 10)
  for (const path of VERSION_FILES)
    writeFileSync(join(root, path), readText(path).replaceAll(present, version))
  writeFileSync(join(root, CHANGELOG), closeUnreleased(readText(CHANGELOG), version, day))
  run('git', 'commit', '--quiet', '--message', `release: ${version}`, '--', CHANGELOG, ...VERSION_FILES)
  run('git', 'tag', '--annotate', '--cleanup=verbatim', '--message', `${version}\n\n${notes}`, TAG + version)
}

const digestOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

function release(version: string, { check, out, branch }: { check: string; out: string; branch: string }) {
  const reasons = findReasons(version, branch)
  if (reasons.length > 0) throw new Refused(reasons.join('\n'))
  runCheck(check)
  const notes = readUnreleased(readText(CHANGELOG))
  const dir = resolve(root, out, version)
  mkdirSync(dir, { recursive: true })
  const fileOf = (ending: string) => join(dir, `atelier-${version}.${ending}`)
  // What may still fail comes before the commit.
  run(join(root, 'deploy/image/build.sh'), 'sbom', root, fileOf('cdx.json'))
  writeFileSync(fileOf('md'), `# Atelier ${version}\n\n${notes}\n`)
  commitVersion(version, notes)
  const prefix = `--prefix=atelier-${version}/`
  run('git', 'archive', '--format=tar.gz', prefix, `--output=${fileOf('tar.gz')}`, TAG + version)
  const files = ['tar.gz', 'cdx.json', 'md'].map(fileOf)
  const sums = files.map((path) => `${digestOf(path)}  ${path.slice(dir.length + 1)}`)
  writeFileSync(join(dir, 'SHA256SUMS'), `${sums.join('\n')}\n`)
  print(`version  ${version}`)
  print(`commit   ${run('git', 'rev-parse', 'HEAD')}`)
  print(`tag      ${TAG}${version}`)
  print(`folder   ${dir}`)
  for (const line of sums) print(`file     ${line}`)
  print(`next     git push --follow-tags, then build the images of docs/deploy-cluster.md from the tag`)
}

const { values, positionals } = readArgumentsOrExit(command)
try {
  const [version, ...more] = positionals
  if (!version || more.length > 0) throw new Refused('name one version, such as 1.2.3')
  release(version, values)
} catch (error) {
  printProgress(error instanceof Refused ? `refused: ${error.message}` : ((error as Error).stack ?? ''))
  process.exit(1)
}
