// Proves that an abuser does not harm the others: while one abuses the service, honest users read files and
// media, upload, submit and give addresses. Their p99 may be at most three times what it is without abuse, in
// the same run; none of their requests may fail, and no answer may be 500.
// Run: pnpm probe:abuse [--small] [ABUSE ...]. Takes about 10 minutes; with --small 3.
import { flag, number, text } from '../../harness/arguments/index.ts'
import { printChecks, runCheck } from '../../harness/report/index.ts'
import { findDefence } from './defences.ts'
import { findSlow, judgeAbuses } from './judge-abuses.ts'
import { judgeDefence } from './judge-defence.ts'
import { measureAbuses } from './measure-abuses.ts'
import type { Experience } from './run-honest-clients.ts'
import { findScenario, scenarios } from './scenarios.ts'

const command = {
  name: 'pnpm probe:abuse',
  options: {
    slow: number(2_000, 'slow clients of each kind', { most: 10_000, small: 400 }),
    open: number(10, 'seconds in which all of them are opened', { least: 1, most: 600, small: 4 }),
    lines: number(60_000, 'lines of an import', { small: 10_000 }),
    entries: number(150_000, 'transactions of the ledger that is verified', { small: 20_000 }),
    abuse: number(40, 'seconds of each abuse', { least: 1, small: 7 }),
    quiet: number(15, 'seconds without abuse before and after each', { least: 1, small: 3 }),
    // In a small run p99 is the slowest of a few dozen requests: one pause of a shared machine.
    fast: number(100, 'milliseconds below which a factor says nothing', { small: 2_000 }),
    without: text(undefined, 'takes a defence out: the run passes only if its abuse is noticed'),
    small: flag('smaller abuses, for CI'),
  },
  positionals: 'ABUSE ..., all by default',
  notes: `The slow clients come from 40 addresses of 127.0.0.0/16. \`ulimit -n\` must be above their number.`,
}

await runCheck(command, async ({ slow, open, lines, entries, abuse, quiet, fast, without }, names) => {
  const defence = without === undefined ? undefined : findDefence(without)
  const wanted = defence ? [defence.abuse] : names.length > 0 ? names : scenarios.map((one) => one.name)
  const plan = {
    sizes: { slow, openSeconds: open, importLines: lines, ledgerEntries: entries },
    scenarios: wanted.map(findScenario),
    quietMs: quiet * 1_000,
    abuseMs: abuse * 1_000,
  }
  if (defence) return printChecks([await judgeDefence(plan, defence, fast)])
  const isSlow = (quietly: Experience, during: Experience) => findSlow(quietly, during, fast).length > 0
  return printChecks(judgeAbuses(await measureAbuses({ ...plan, isSlow }, []), fast))
})
