import { findNewestSignedHead, readPublicKey, type UnsignedHead } from '#access/credits'
import { findWitness, replayStatements } from '#access/statements'
import { readLedgerSettings } from '#platform/config'
import type { Db } from '#platform/db'
import { openStorage } from '#platform/storage'

export type SignedSource = {
  /** A statement that must be there, remembered outside database and storage. */
  witnessFile: string | undefined
  /** Only statements that the database knows: it was restored to a moment before the later ones. */
  isRestored: boolean
  onFinding: (sentence: string) => void
}

/** The newest signed heads, after a check of all statements. */
export async function readSigned(db: Db, source: SignedSource): Promise<Map<string, UnsignedHead>> {
  const { witnessFile, isRestored, onFinding } = source
  const { s3, publicKeys } = readLedgerSettings()
  const witness = witnessFile === undefined ? undefined : await findWitness(witnessFile)
  if (witnessFile !== undefined && !witness) throw new Error(`there is no file ${witnessFile}`)
  const row = await findNewestSignedHead(db)
  const storage = openStorage(s3)
  try {
    const { signed, newest, restores } = await replayStatements({
      storage,
      publicKeys: publicKeys.map(readPublicKey),
      expected: [
        ...(row ? [{ sequence: row.statement, source: 'a signed head in the database' }] : []),
        ...(witness ? [{ ...witness, source: 'the witness' }] : []),
      ],
      ...(isRestored && { upTo: row?.statement ?? 0 }),
      onFinding,
    })
    console.log(
      newest
        ? `newest statement: number ${newest.sequence} of ${newest.signedAt}, SHA-256 ${newest.hash}`
        : 'there is no signed statement yet',
    )
    for (const { sequence, signedAt, from } of restores)
      console.log(
        `note: the database was restored: statement ${sequence} of ${signedAt} withdrew what was signed ` +
          `after statement ${from}`,
      )
    return signed
  } finally {
    await storage.close()
  }
}
