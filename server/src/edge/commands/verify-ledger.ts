import { verifyLedger as verify } from '#access/credits'
import { mediaBooks } from '#production/media'
import { type Command, withDb } from './command.ts'

export const verifyLedger: Command = {
  name: 'verify-ledger',
  usage: 'verify-ledger                          recompute every chain and compare it with grants and media',
  run: () =>
    withDb(async (db) => {
      const startedAt = performance.now()
      const onFinding = (sentence: string) => console.log(`wrong: ${sentence}`)
      const total = await verify(db, { media: mediaBooks, onFinding })
      const seconds = (performance.now() - startedAt) / 1000
      console.log(
        `${total.entries} entries of ${total.accounts} accounts and ${total.media} media in ` +
          `${seconds.toFixed(2)} s: ` +
          (total.findings === 0 ? 'nothing is wrong' : `${total.findings} findings`),
      )
      return total.findings === 0 ? 0 : 1
    }),
}
