// Follows docs/deploy.md from a clean Debian root to the first picture through the proxy with TLS, as an
// ordinary user: executes the Dockerfile and compose.yaml by mmdebstrap and bubblewrap, because their
// steps need no container engine. Prints how long each step takes. Then it makes a backup and restores it, by
// the commands of docs/deploy.md and docs/backup.md.
// Run as root, because it makes roots: pnpm probe:image. Needs mmdebstrap, bubblewrap, iproute2, the network.
// Not part of .ci/run.
import { execFileSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { flag } from '../../harness/arguments/index.ts'
import { closeOnExit } from '../../harness/cleanup/index.ts'
import { makeCertificate } from '../../harness/processes/index.ts'
import { print, printChecks, printProgress, runCheck, textTable } from '../../harness/report/index.ts'
import { newChecks } from './check-image.ts'
import { type Engine, findImage } from './make-container.ts'
import { openNetwork } from './open-network.ts'
import { makeDebian, makeNode, makeOperator, makeParts, makePostgres } from './prepare-roots.ts'
import { type Block, readGuide } from './read-guide.ts'
import { readTail, runGuide } from './run-guide.ts'
import { runProgram } from './run-program.ts'
import { serveEngine } from './serve-engine.ts'
import { BUCKET_HOST, BUCKET_KEY, startBucket } from './start-bucket.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const SERVICES = 'postgres pooler engine storage simulator migrate api worker signer proxy'.split(' ')
/** The sections that lead from nothing to a first picture, and those of backups. */
const FIRST = /^[1-5]\. /
const BACKUP = /^6\. /
const RESTORE = /^Restore in Compose$/
const SECONDS_MOST = 600
const OPERATOR = 1000

/** What the guide tells an operator to write. */
const TO_BACK_UP: Block = {
  heading: 'the key of the bucket',
  needs: 'shell',
  text: `cd atelier/deploy/compose\nprintf '%s\\n' ${BUCKET_KEY.join(' ')} > secrets/backup-key\n`,
}

/** The picture is there after the restore, and the ledger adds up. */
const LOOK: Block = {
  heading: 'the picture again',
  needs: 'shell',
  text: [
    'KEY=$(jq -r .apiKey secrets/you.json)',
    'export CURL_CA_BUNDLE=$PWD/local-authority.pem',
    'until curl -fsS -o /dev/null https://localhost/health/ready; do sleep 1; done',
    `URL=$(curl -fsS -H "x-api-key: $KEY" https://localhost/api/gen/media | jq -er '.media[0].videoUrl')`,
    'curl -fsS -o again.png "$URL"',
    'cmp first.png again.png',
    'docker compose exec worker node server/src/entry/admin.ts verify-ledger',
  ].join('\n'),
}

const command = {
  name: 'pnpm probe:image',
  options: { keep: flag('leave the roots and logs for a look') },
}

await runCheck(command, async ({ keep }) => {
  if (process.getuid?.() !== 0) throw new Error('run this as root: it makes the roots of other users')
  const dir = await makeFolder(keep)
  const home = join(dir, 'home')
  const log = (name: string) => join(dir, 'logs', `${name}.log`)
  const clock = newClock()
  const { engine, operator } = await openEngine(dir, log, clock)
  const mounts = [
    { from: join(dir, 'socket'), to: '/run/engine', isReadOnly: true },
    { from: join(dir, 'atelier.git'), to: '/srv/atelier.git', isReadOnly: true },
  ]
  const given = { operator, home, network: engine.network, log: log('guide'), onStep: clock.add, mounts }
  const sections = (name: string, wanted: RegExp) =>
    readGuide(name).filter(({ heading }) => wanted.test(heading))
  const status = await runGuide(sections('deploy.md', FIRST), given)
  const seconds = clock.total()
  const [backup, restore] = [sections('deploy.md', BACKUP), sections('backup.md', RESTORE)]
  const backups = status === 0 ? await runGuide([TO_BACK_UP, ...backup, ...restore, LOOK], given) : status
  if (backups !== 0) printProgress(await readTail(log('guide')))
  print(clock.table())
  return printChecks(await newChecks(engine, home, { status, backups, seconds, most: SECONDS_MOST }))
})

type Clock = ReturnType<typeof newClock>

/** How long each step took, and all of them. */
function newClock() {
  const startedAt = performance.now()
  const rows: string[][] = []
  const total = () => (performance.now() - startedAt) / 1_000
  const add = (name: string, seconds: number) => {
    rows.push([name, seconds.toFixed(1)])
    printProgress(`${seconds.toFixed(1).padStart(6)} s  ${name}`)
  }
  return {
    total,
    add,
    async step<Result>(name: string, work: Promise<Result>): Promise<Result> {
      const since = total()
      const result = await work
      add(name, total() - since)
      return result
    },
    table: () => textTable([['step', 's'], ...rows, ['all', total().toFixed(1)]]),
  }
}

async function makeFolder(keep: boolean): Promise<string> {
  const dir = await mkdtemp('/var/tmp/atelier-image-')
  // Never into what is mounted in a root.
  const remove = () => runProgram({ words: ['rm', '-rf', '--one-file-system', dir], log: '/dev/null' })
  if (!keep) closeOnExit(remove)
  await chmod(dir, 0o755)
  for (const folder of ['logs', 'home', 'socket', 'volumes']) await mkdir(join(dir, folder))
  await chown(join(dir, 'home'), OPERATOR, OPERATOR)
  return dir
}

/** The stand-in for a container engine with its base images, and the machine of an operator. */
async function openEngine(dir: string, log: (name: string) => string, { step }: Clock) {
  const at = (name: string) => join(dir, name)
  const clean = await step('a clean root of Debian 12', makeDebian('bookworm', at('clean'), log('clean')))
  const node = await step('Node in it, as in the base image', makeNode(clean, at('node'), log('node')))
  const parts = await step('the images of others', makeParts(clean, at('parts'), log('parts')))
  const machine = makeOperator(clean, at('operator'), log('operator'))
  const operator = await step('the machine of an operator', machine)
  const certificate = makeCertificate([BUCKET_HOST])
  const database = makePostgres(at('database'), certificate.cert, log('database'))
  const postgres = await step('the image of PostgreSQL', database)
  const network = await openNetwork([...SERVICES, BUCKET_HOST], at('hosts'), log('network'))
  execFileSync('git', ['clone', '--quiet', '--bare', '--depth', '1', `file://${ROOT}`, at('atelier.git')])
  execFileSync('chown', ['-R', `${OPERATOR}:${OPERATOR}`, at('atelier.git')])
  const engine: Engine = {
    dir,
    network,
    images: new Map(Object.entries({ ...parts, postgres })),
    bases: async (name) => {
      const [, release] = /^debian:(\w+)-slim$/.exec(name) ?? []
      if (release) return makeDebian(release, at(release), log(release))
      return name.startsWith('node:') ? node : findImage(engine, name)
    },
    running: new Map(),
    completed: new Set(),
  }
  await serveEngine(engine, join(at('socket'), 'socket'))
  await startBucket(engine, certificate)
  return { engine, operator }
}
