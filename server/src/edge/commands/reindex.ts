import { indexCeps } from '#catalog/ceps'
import { recountShares, reindexRecords } from '#catalog/search'
import { type Command, withDb } from './command.ts'

export const reindex: Command = {
  name: 'reindex',
  usage:
    'reindex                                cut all searched texts anew, and add CEPs that are not found',
  run: () =>
    withDb(async (db) => {
      const startedAt = performance.now()
      const added = await indexCeps(db)
      const reindexed = await reindexRecords(db)
      await recountShares(db)
      const seconds = (performance.now() - startedAt) / 1000
      console.log(
        `${reindexed} records cut anew in ${seconds.toFixed(1)} s, ${added} of them were CEPs without one`,
      )
      return 0
    }),
}
