import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { type OpenSystem, queryDatabase, runParallel } from '../../harness/driver/index.ts'
import { callTool } from './run-load.ts'

type KillPlan = { opened: OpenSystem; keys: string[]; jobs: number; kills: number }

const CLIENTS = 16
const BETWEEN_KILLS_MS = 700
/** A killed api is back within seconds, on a busy machine within a minute. */
const ANSWERED_WITHIN_MS = 180_000
const AGAIN_MS = 250

/** Submits jobs by the tool while the api is killed again and again. A call without an answer is repeated. */
export async function killDuringCalls({ opened, keys, jobs, kills }: KillPlan) {
  const { system, databaseUrl } = opened
  const answered = new Map<string, string>()
  const lost: string[] = []
  let [repeats, killed] = [0, 0]
  const submit = async (ref: string, key: string) => {
    const sent = callTool(key, 'generate_image', { prompt: 'a mug', client_ref: ref })
    for (const until = Date.now() + ANSWERED_WITHIN_MS; Date.now() < until; ) {
      const result = await send(system.baseUrl, sent)
      if (result?.ok) {
        const known = answered.get(ref)
        if (known !== undefined && known !== result.id) lost.push(`${ref}: ${known}, then ${result.id}`)
        answered.set(ref, result.id as string)
        return
      }
      repeats++
      await sleep(AGAIN_MS)
    }
    lost.push(`${ref}: never answered`)
  }
  const refs = Array.from({ length: jobs }, (_, at) => `killed-${at}`)
  let isDone = false
  const killing = (async () => {
    while (!isDone && killed < kills) {
      await sleep(BETWEEN_KILLS_MS)
      await system.apis[0]?.kill9()
      killed++
      await system.apis[0]?.start()
    }
  })()
  await runParallel(CLIENTS, refs, (ref, at) => submit(ref, keys[at % keys.length] as string))
  isDone = true
  await killing
  const rows = await queryDatabase(databaseUrl, (query) =>
    query<{ id: string; ref: string; charges: number }>(
      `select m.id, m.client_ref as ref,
         (select count(*)::int from ledger_entries e where e.ref_id = m.id and e.kind = 'charge') as charges
       from media m where m.client_ref like 'killed-%' and m.parent_id is null`,
    ),
  )
  const stored = new Map(rows.map((row) => [row.ref, row]))
  for (const [ref, id] of answered) if (stored.get(ref)?.id !== id) lost.push(`${ref}: ${id} is not stored`)
  const wronglyCharged = rows
    .filter(({ charges }) => charges !== 1)
    .map(({ ref, charges }) => `${ref}: ${charges}`)
  if (rows.length !== jobs) wronglyCharged.push(`${rows.length} jobs instead of ${jobs}`)
  return { kills: killed, repeats, lost, wronglyCharged }
}

type Result = { ok: boolean; id?: string }

/** The result of a tool; undefined when there was no answer. */
async function send(
  baseUrl: string,
  { path, ...sent }: ReturnType<typeof callTool>,
): Promise<Result | undefined> {
  try {
    const { statusCode, body } = await request(`${baseUrl}${path}`, sent)
    const text = await body.text()
    return statusCode === 200 ? JSON.parse(JSON.parse(text).result.content[0].text) : undefined
  } catch {
    return undefined
  }
}
