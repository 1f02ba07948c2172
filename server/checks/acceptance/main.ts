// Proves that the service keeps its interface. The checks use HTTP and import only types of the contract, so
// a change of the server or the contract that breaks a promise is found here.
// Run: pnpm acceptance [section ...]. Takes about 2 minutes.
import { flag, number, text, type Values } from '../../harness/arguments/index.ts'
import { openSystem } from '../../harness/driver/index.ts'
import { print, runCheck } from '../../harness/report/index.ts'
import { openApi } from './api.ts'
import { type Deployment, findDeployment } from './find-deployment.ts'
import { sections } from './sections/index.ts'
import { runSections } from './suite.ts'

const USERS = 40
const IMAGE_STALL_SECONDS = 12

/** Short enough to see a job stall, and long enough for every job of `simulator/ok` and `simulator/slow`. */
const SETTINGS = {
  IMAGE_STALL_SECONDS: String(IMAGE_STALL_SECONDS),
  VIDEO_STALL_SECONDS: '60',
  TICK_SECONDS: '3',
}

const command = {
  name: 'pnpm acceptance',
  positionals: 'section',
  options: {
    ready: text(
      undefined,
      'check a running deployment: a file with what `pnpm dev --json --users 40` prints',
    ),
    pooler: flag('put PgBouncer between the processes and the database'),
    url: text(undefined, 'where that deployment is, if not at the baseUrl in the file'),
    'image-stall-seconds': number(IMAGE_STALL_SECONDS, 'its IMAGE_STALL_SECONDS', { least: 1 }),
  },
  notes: `Sections: ${sections.map(({ name }) => name).join(', ')}.
Balances are checked exactly, so each run needs a fresh deployment.`,
}

await runCheck(command, async (values, names) => {
  const unknown = names.filter((name) => !sections.some((section) => section.name === name))
  if (unknown.length > 0) throw new Error(`there is no section ${unknown.join(', ')}`)
  const chosen = sections.filter(({ name }) => names.length === 0 || names.includes(name))
  const { baseUrl, accounts } = await openDeployment(values)
  const imageStallSeconds = values['image-stall-seconds']
  return runSections(chosen, { api: openApi(baseUrl), accounts, imageStallSeconds }, print)
})

async function openDeployment({ ready, url, pooler }: Values<typeof command.options>): Promise<Deployment> {
  if (ready !== undefined) return findDeployment(ready, url)
  if (url !== undefined) throw new Error('--url needs --ready: the keys of the users are in that file')
  const isPooled = pooler && { isPooled: true }
  const { system, seeded } = await openSystem('acceptance', { users: USERS, env: SETTINGS, ...isPooled })
  return { baseUrl: system.baseUrl, accounts: seeded }
}
