import { createHash } from 'node:crypto'
import { removeSignedHeads, saveSignedHeads, signHead } from '#access/credits'
import type { Pending } from './read-pending.ts'
import { loadStatement } from './read-pending.ts'
import { NothingSigned, type Signer } from './signer.ts'
import { CONTENT_TYPE, type Statement, statementKey, writeStatement } from './statement.ts'
import type { Witness } from './witness.ts'

/** Writes a statement to storage. Undefined when another signer was faster: its statement has the number. */
export async function appendStatement(signer: Signer, statement: Statement): Promise<Witness | undefined> {
  const bytes = writeStatement(statement, signer.privateKey)
  const sha256 = createHash('sha256').update(bytes).digest()
  const file = { contentType: CONTENT_TYPE, sha256 }
  if (!(await signer.storage.putIfAbsent(statementKey(statement.sequence), bytes, file))) return undefined
  return { sequence: statement.sequence, hash: sha256.toString('hex') }
}

/** Brings the rows of the database to what statements in storage say. */
export async function saveHeads(
  { db, privateKey }: Signer,
  { heads, gone, newest }: Pick<Pending, 'heads' | 'gone'> & { newest: { sequence: number } },
): Promise<void> {
  await removeSignedHeads(db, [...gone.values()], newest.sequence)
  await saveSignedHeads(
    db,
    [...heads.values()].map((head) => signHead(head, privateKey)),
  )
}

export async function compareWitness(signer: Signer, newest: number): Promise<void> {
  const { witness } = signer
  if (!witness) return
  if (newest < witness.sequence)
    throw new NothingSigned(
      `storage and database end at statement ${newest}, and statement ${witness.sequence} was written: ` +
        'both were set back',
    )
  const { hash } = await loadStatement(signer, witness.sequence)
  if (hash !== witness.hash) throw new NothingSigned(`statement ${witness.sequence} was replaced`)
}
