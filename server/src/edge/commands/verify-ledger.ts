import { verifyLedger as verify } from '#access/credits'
import { type Command, withDb } from './command.ts'

export const verifyLedger: Command = {
  name: 'verify-ledger',
  usage:
    'verify-ledger                          recompute every chain of ledger entries and list the broken ones',
  run: () =>
    withDb(async (db) => {
      const startedAt = performance.now()
      const total = await verify(db, ({ userId, mode }, { brokenAt, checked }) =>
        // Without `brokenAt` every entry is valid, but the account does not agree with the last one.
        console.log(
          `broken: ${userId} (${mode}) at ${brokenAt ?? 'the balance or head of its account'}, ` +
            `after ${checked} valid entries`,
        ),
      )
      const seconds = (performance.now() - startedAt) / 1000
      console.log(
        `${total.entries} entries of ${total.accounts} accounts in ${seconds.toFixed(2)} s: ` +
          (total.broken === 0 ? 'every chain is valid' : `${total.broken} broken chains`),
      )
      return total.broken === 0 ? 0 : 1
    }),
}
