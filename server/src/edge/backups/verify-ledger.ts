import { parseArgs } from 'node:util'
import { verifyLedger as verify } from '#access/credits'
import { type Command, withDb } from '#edge/command-line'
import { readLedgerSettings } from '#platform/config'
import { mediaBooks } from '#production/media'
import { readSigned } from './read-signed.ts'

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
      const source = { witnessFile: values.witness, isRestored: false, onFinding }
      const signed = publicKeys && (await readSigned(db, source))
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
