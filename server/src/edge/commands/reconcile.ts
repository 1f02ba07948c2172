import { parseArgs } from 'node:util'
import { openAccounts } from '#adapters/accounts'
import { type Command, withDb } from '#edge/command-line'
import { readProviderAccounts } from '#platform/config'
import type { Period } from '#platform/providers'
import { reconcile as compare, writeAsJson, writeAsText } from '#production/spend'

const DAY_MS = 86_400_000
const USUAL_DAYS = 30

const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const

export const reconcile: Command = {
  name: 'reconcile',
  usage:
    'reconcile [--from TIME] [--to TIME] [--json]\n' +
    '                                         compare tries, media, ledger and the bills of the providers',
  run(args) {
    const { values } = parseArgs({ args, options })
    const period = readPeriod(values)
    const accounts = readProviderAccounts()
    const providers = openAccounts(accounts).map(({ name, provider, openBill }) => ({
      name,
      offers: provider.offers.map(({ id }) => id),
      openBill,
    }))
    return withDb(async (db) => {
      const { settings, tempDir } = accounts
      const { isProduction } = settings
      const report = await compare(db, { period, providers, isProduction, tempDir })
      try {
        const texts = values.json ? writeAsJson(report) : writeAsText(report)
        for await (const text of texts) process.stdout.write(text)
        return report.count === 0 ? 0 : 1
      } finally {
        report.close()
      }
    })
  },
}

/** By default the last 30 days, from midnight in UTC on: providers count days of UTC. */
function readPeriod(given: { from?: string; to?: string }): Period {
  const to = readTime('--to', given.to) ?? new Date()
  const midnight = Math.floor(to.getTime() / DAY_MS) * DAY_MS
  const from = readTime('--from', given.from) ?? new Date(midnight - USUAL_DAYS * DAY_MS)
  if (from >= to) throw new Error('--from must be before --to')
  return { from, to }
}

function readTime(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = new Date(text)
  if (Number.isNaN(time.getTime()))
    throw new Error(`${name} must be a time such as 2026-11-01 or 2026-11-01T00:00:00Z`)
  return time
}
