import { parseArgs } from 'node:util'
import {
  findNewestSignedHead,
  readPublicKey,
  type UnsignedHead,
  verifyLedger as verify,
} from '#access/credits'
import { findWitness, replayStatements } from '#access/statements'
import { readLedgerSettings } from '#platform/config'
import type { Db } from '#platform/db'
import { openStorage } from '#platform/storage'
import { mediaBooks } from '#production/media'
import { type Command, withDb } from './command.ts'

const options = {
  'without-heads': { type: 'boolean', default: false },
  witness: { type: 'string' },
} as const

export const verifyLedger: Command = {
  name: 'verify-ledger',
  usage:
    'verify-ledger [--witness file] [--without-heads]\n' +
    '                                         compare every chain with signed statements, grants and media',
  run(args) {
    const { values } = parseArgs({ args, options })
    return withDb(async (db) => {
      const startedAt = performance.now()
      let count = 0
      const onFinding = (sentence: string) => {
        count++
        console.log(`wrong: ${sentence}`)
      }
      const publicKeys = values['without-heads'] ? undefined : readLedgerSettings().publicKeys
      // Statements first: the database can only be ahead of what was signed.
      const signed = publicKeys && (await readSigned(db, values.witness, onFinding))
      const total = await verify(db, {
        media: mediaBooks,
        ...(publicKeys && signed && { signed, publicKeys }),
        onFinding,
      })
      const seconds = (performance.now() - startedAt) / 1000
      if (!signed) console.log('the heads were not compared with signed statements')
      console.log(
        `${total.entries} entries of ${total.accounts} accounts and ${total.media} media in ` +
          `${seconds.toFixed(2)} s: ${count === 0 ? 'nothing is wrong' : `${count} findings`}`,
      )
      return count === 0 ? 0 : 1
    })
  },
}

/** The newest signed heads, after a check of all statements. */
async function readSigned(
  db: Db,
  witnessFile: string | undefined,
  onFinding: (sentence: string) => void,
): Promise<Map<string, UnsignedHead>> {
  const { s3, publicKeys } = readLedgerSettings()
  const witness = witnessFile === undefined ? undefined : await findWitness(witnessFile)
  if (witnessFile !== undefined && !witness) throw new Error(`there is no file ${witnessFile}`)
  const row = await findNewestSignedHead(db)
  const storage = openStorage(s3)
  try {
    const { signed, newest } = await replayStatements({
      storage,
      publicKeys: publicKeys.map(readPublicKey),
      expected: [
        ...(row ? [{ sequence: row.statement, source: 'a signed head in the database' }] : []),
        ...(witness ? [{ ...witness, source: 'the witness' }] : []),
      ],
      onFinding,
    })
    console.log(
      newest
        ? `newest statement: number ${newest.sequence} of ${newest.signedAt}, SHA-256 ${newest.hash}`
        : 'there is no signed statement yet',
    )
    return signed
  } finally {
    await storage.close()
  }
}
