import { indexCeps } from '#catalog/ceps'
import { recountShares, reindexRecords } from '#catalog/search'
import { type Command, withDb } from '#edge/command-line'

/**
 * For a change of the tokenizer. It also indexes the CEPs (customer entry points) that are older than the
 * search.
 */
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
        `Re-tokenized ${reindexed} records in ${seconds.toFixed(1)} s, ` +
          `including ${added} CEPs that had not been indexed.`,
      )
      return 0
    }),
}
