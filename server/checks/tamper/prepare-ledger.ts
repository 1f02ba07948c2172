import { join } from 'node:path'
import {
  callAs,
  fastPostgres,
  fastSettings,
  type OpenSystem,
  openSystem,
  queryDatabase,
  runStatements,
} from '../../harness/driver/index.ts'
import { waitUntil } from '../../harness/processes/index.ts'

/** A system with several signed statements, of which only the database and the storage still run. */
export type Ledger = {
  open: OpenSystem
  witness: string
  /** A copy of the database as it was after statement `earlierStatement`. */
  earlierDatabase: string
  earlierStatement: number
}

const MODELS = ['simulator/ok', 'simulator/fail', 'simulator/ok']
const FINISHED_WITHIN_MS = 60_000
const EARLIER = 'earlier'

export async function prepareLedger(): Promise<Ledger> {
  const open = await openSystem('tamper', { users: 3, env: fastSettings, postgres: fastPostgres })
  const { system } = open
  const witness = join(open.dir, 'tamper-witness')
  const sign = () => system.admin('sign-heads', '--begin', '--witness', witness)
  const services = [...system.apis, ...system.workers, system.processes.signer]
  const stop = () => Promise.all(services.map((one) => one?.stop()))
  // The signer of the system stays away: its own rounds would make the numbers of statements unpredictable.
  await system.processes.signer?.stop()
  await makeJobs(open)
  await sign()
  await stop()
  await runStatements(open.databaseUrl, [
    'create table earlier_signed_heads as select * from signed_heads',
    'alter table earlier_signed_heads owner to atelier_owner',
  ])
  await runStatements(system.postgres.url(), [`create database ${EARLIER} template atelier`])
  const earlierStatement = await readNewest(open.databaseUrl)
  await Promise.all([...system.apis, ...system.workers].map((one) => one.start()))
  for (let round = 0; round < 2; round++) {
    await makeJobs(open)
    await sign()
  }
  await stop()
  return { open, witness, earlierDatabase: EARLIER, earlierStatement }
}

/** For each user a job that completes, one that fails and is refunded, and another that completes. */
async function makeJobs({ system, users }: OpenSystem): Promise<void> {
  await Promise.all(
    users.map(async ({ apiKey }) => {
      const call = callAs(system.baseUrl, { 'x-api-key': apiKey })
      for (const model of MODELS) {
        const { id } = await call('POST', '/api/gen/image', { body: { prompt: 'a red mug', model } })
        const isFinished = async () => !(await call('GET', `/api/gen/media/${id}`)).waiting
        await waitUntil(`job ${id} is finished`, isFinished, { withinMs: FINISHED_WITHIN_MS })
      }
    }),
  )
}

const readNewest = (url: string): Promise<number> =>
  queryDatabase(url, async (query) => {
    const [row] = await query<{ newest: number }>('select max(statement) as newest from signed_heads')
    return row?.newest as number
  })
