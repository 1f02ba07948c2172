import { CEPS_PER_TARGET, type Cep, type CepAnswer, type CepBody, SIMILAR_CEPS } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { putRecord, textSimilarity } from '#catalog/search'
import type { Db, Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { Refusal } from '#platform/refusal'
import { cepRecord } from './cep-record.ts'
import { type CepRow, cepColumns, presentCep } from './cep-row.ts'
import { type CepTarget, loadTarget, targetIdOf } from './cep-target.ts'
import { listCepsOf } from './list-ceps.ts'

/** The similarity from which two texts count as nearly the same. */
const SIMILAR_FROM = 0.45

/** Creates a CEP, unless its target is full, and reports which other CEPs are nearly the same. */
export async function createCep(db: Db, owner: Owner, body: CepBody): Promise<CepAnswer> {
  const target = await loadTarget(db, owner, body)
  const created = await db.transaction((tx) => saveCep(tx, owner, target, body))
  const all = await listCepsOf(db, owner, target)
  if (!created) {
    throw new Refusal(
      'cep_limit_reached',
      `The limit of ${CEPS_PER_TARGET} active CEPs is reached. Delete one and send the request again.`,
      { existing: all },
    )
  }
  const similar = similarTo(
    created,
    all.filter((one) => one.id !== created.id),
  )
  return { cep: created, similar, message: messageOf(all.length, similar) }
}

/** The CEP and its search record are committed together. */
async function saveCep(tx: Tx, owner: Owner, target: CepTarget, body: CepBody): Promise<Cep | undefined> {
  const created = await insertCep(tx, owner, target, body)
  if (created) await putRecord(tx, owner, cepRecord(created))
  return created
}

/**
 * Raises the count of the target and inserts the CEP, in one statement. The count row is locked until the
 * commit, so parallel creates never exceed the limit, and their creation times follow the order of the locks.
 */
async function insertCep(tx: Tx, owner: Owner, target: CepTarget, body: CepBody): Promise<Cep | undefined> {
  const row = await tx.row<CepRow>(
    `with place as (
       insert into cep_counts (target_id, active) values ($1, 1)
       on conflict (target_id) do update set active = cep_counts.active + 1 where cep_counts.active < $2
       returning target_id
     )
     insert into ceps (id, user_id, mode, product_id, topic_id, cep_text, pain_point, angle, notes,
       keywords)
     select $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 from place
     returning ${cepColumns}`,
    [
      targetIdOf(target),
      CEPS_PER_TARGET,
      newId('cep'),
      owner.userId,
      owner.mode,
      'productId' in target ? target.productId : null,
      'topicId' in target ? target.topicId : null,
      body.cepText,
      body.painPoint || null,
      body.angle || null,
      body.notes || null,
      body.keywords ?? [],
    ],
  )
  return row && presentCep(row)
}

/** The most similar first; among equals the oldest. */
const similarTo = (created: Cep, others: Cep[]): CepAnswer['similar'] =>
  others
    .map(({ id, cepText }) => ({ id, cepText, similarity: textSimilarity(created.cepText, cepText) }))
    .filter(({ similarity }) => similarity >= SIMILAR_FROM)
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, SIMILAR_CEPS)
    .map((one) => ({ ...one, similarity: Math.round(one.similarity * 1_000) / 1_000 }))

function messageOf(active: number, similar: CepAnswer['similar']): string {
  const [nearest] = similar
  const counted = `CEP created: ${active} of ${CEPS_PER_TARGET} are in use.`
  return nearest ? `${counted} ${nearest.id} is nearly the same: delete one of the two.` : counted
}
