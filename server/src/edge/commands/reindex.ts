import { indexCeps } from '#catalog/ceps'
import { recountShares, reindexRecords } from '#catalog/search'
import { type Command, withDb } from './command.ts'

export const reindex: Command = {
  name: 'reindex',
  usage: 'reindex                                tokenize all searched texts again, and index missing CEPs',
  run: () =>
    withDb(async (db) => {
      const startedAt = performance.now()
      const added = await indexCeps(db)
      const reindexed = await reindexRecords(db)
      await recountShares(db)
      const seconds = (performance.now() - startedAt) / 1000
      console.log(
        `${reindexed} records tokenized again in ${seconds.toFixed(1)} s, ${added} of them were missing CEPs`,
      )
      return 0
    }),
}
