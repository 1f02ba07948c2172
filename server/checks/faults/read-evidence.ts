import { readFile } from 'node:fs/promises'
import { checkLedger, type DatabaseRows, readDatabaseRows } from '../../harness/audit/index.ts'
import { type BillBody, type DoubleLog, type DoubleName, doubleNames } from '../../harness/doubles/index.ts'
import { queryDatabase } from '../../harness/driver/index.ts'
import type { World } from './open-world.ts'

/** A try as the database has it. */
export type TryRow = {
  media_id: string
  state: string
  provider_job_id: string | null
  expected_cost_micros: number | null
  reported_cost_micros: number | null
}

/** What the database, the doubles and the logs say when all cells are done. */
export type Evidence = {
  rows: DatabaseRows
  tries: Map<string, TryRow[]>
  /** What is wrong in the ledger, by the id of a media or an account. */
  wrongMoney: Map<string, string[]>
  logs: Record<DoubleName, DoubleLog>
  bills: Record<DoubleName, BillBody>
  /** Of api and worker. */
  ourLogs: Record<string, string>
}

export async function readEvidence({ doubles, system, databaseUrl }: World): Promise<Evidence> {
  const ofEach = async <T>(read: (name: DoubleName) => Promise<T>) =>
    Object.fromEntries(
      await Promise.all(doubleNames.map(async (name) => [name, await read(name)] as const)),
    ) as Record<DoubleName, T>
  const rows = await readDatabaseRows(databaseUrl)
  const tries = await queryDatabase(databaseUrl, (query) =>
    query<TryRow>('select * from provider_submits order by media_id, try'),
  )
  const servers = [...system.apis, ...system.workers]
  return {
    rows,
    tries: Map.groupBy(tries, (one) => one.media_id),
    wrongMoney: readWrongMoney(rows),
    logs: await ofEach((name) => doubles.byName[name].log()),
    bills: await ofEach((name) => doubles.byName[name].bill()),
    ourLogs: Object.fromEntries(
      await Promise.all(servers.map(async ({ name, logFile }) => [name, await readFile(logFile, 'utf8')])),
    ),
  }
}

function readWrongMoney(rows: DatabaseRows): Map<string, string[]> {
  const wrong = new Map<string, string[]>()
  checkLedger(rows, {
    add: (_, key, sentence) => void wrong.set(key, [...(wrong.get(key) ?? []), sentence]),
  })
  return wrong
}
