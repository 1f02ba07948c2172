import type { CanaryFinder } from './open-canaries.ts'
import type { Environment } from './open-environment.ts'
import type { Operation } from './read-operations.ts'
import { findTraces, readRows } from './read-rows.ts'
import { judge } from './run-probes.ts'

/** Creates what the check must find. Returns what it does not find. */
export async function checkItself(
  environment: Environment,
  operations: Operation[],
  findCanaries: CanaryFinder,
  ids: Set<string>,
): Promise<string[]> {
  const overlooked = [
    ...(await showOwnAnswers(environment, operations, findCanaries)),
    ...judgeWrongAnswers(findCanaries),
  ]
  const [attacker] = environment.attackers
  const { product, media } = environment.victim.live.existing
  const own = attacker?.live.existing.product?.[0]
  const before = JSON.stringify([...(await readRows(environment))])
  const plants: [string, string, unknown[]][] = [
    ['a changed name', 'update products set name = $2 where id = $1', [product?.[0], 'x']],
    [
      'a new session',
      'insert into sessions (digest, user_id) values (sha256($2), $1)',
      [environment.victim.userId, 'x'],
    ],
    [
      'an attachment to another user',
      'insert into attachments select $1, id, created_at from media where id = $2',
      [own, media?.[0]],
    ],
    [
      'the name of a photo',
      `update products set name = $2 where id = $1`,
      [own, environment.victim.live.existing.photo?.[0]],
    ],
  ]
  for (const [what, statement, values] of plants) {
    await environment.db.query('begin')
    await environment.db.query(statement, values)
    const isSeen = JSON.stringify([...(await readRows(environment))]) !== before
    const isTraced = (await findTraces(environment, ids)).length > 0
    await environment.db.query('rollback')
    if (!isSeen && !isTraced) overlooked.push(what)
  }
  return overlooked
}

/** Reads that show no id and no text of a user. */
const SILENT = [
  'listModels',
  'verifyCredits',
  'readThresholds',
  'readQuotas',
  'listSessions',
  'readSpend',
  'listResultDays',
  'readBilling',
  'readFactor',
  'readNotices',
]

/** With the victim's own key, every read that shows the victim's content must be detected. */
async function showOwnAnswers(environment: Environment, operations: Operation[], findCanaries: CanaryFinder) {
  const overlooked: string[] = []
  const { keys, page, live } = environment.victim
  for (const { name, plain, method, path, auth, idInputs } of operations) {
    if (method !== 'GET' || auth === 'open' || SILENT.includes(plain.name)) continue
    // The victim is no admin: for such a user these do not exist.
    if (path.startsWith('/api/admin/')) continue
    const address = idInputs.reduce(
      (so, { field, takes }) => {
        const kind = Array.isArray(takes) ? takes[0] : undefined
        return so.replace(`{${field}}`, (kind && live.existing[kind]?.[0]) ?? '')
      },
      path.replace('{mode}', 'live'),
    )
    const headers = auth === 'key' ? { 'x-api-key': keys.live } : page
    const ofProduct = `?productId=${live.existing.product?.[0]}`
    const asked = `?q=${environment.mark}+cold+coffee`
    const query =
      { listCeps: ofProduct, planCreatives: ofProduct, searchKnowledge: asked, recallKnowledge: asked }[
        plain.name
      ] ?? ''
    const answer = await fetch(`${environment.system.baseUrl}${address}${query}`, { headers })
    if (findCanaries(await answer.text(), '').length === 0) overlooked.push(`what ${name} shows to its owner`)
  }
  return overlooked
}

function judgeWrongAnswers(findCanaries: CanaryFinder): string[] {
  const probe = { method: 'GET', sent: '', expect: { statuses: [200], isEmpty: true } }
  const wrongAnswers = [
    { status: 500, headers: '{}', body: '{"media":[]}' },
    { status: 404, headers: '{}', body: '{}' },
    { status: 200, headers: '{}', body: '{"media":[1]}' },
  ]
  return wrongAnswers
    .filter((answer) => judge(probe, answer, findCanaries).length === 0)
    .map((answer) => `a wrong answer: ${JSON.stringify(answer)}`)
}
