import { describeFinding, inDollars } from './finding.ts'
import type { SpendReport } from './reconcile.ts'
import type { ProviderSummary } from './summarize.ts'

/** The summary of each provider, then what does not match, then what may have been bought. */
export async function* writeAsText(report: SpendReport): AsyncGenerator<string> {
  const { from, to } = report.period
  yield `${from.toISOString()} to ${to.toISOString()}\n`
  for (const summary of report.providers) yield `${describeSummary(summary)}\n`
  for (const sentence of report.leftOut) yield `not compared: ${sentence}\n`
  let unknown = 0
  for await (const finding of report.findings())
    if (finding.kind === 'unknown_try') unknown++
    else yield `unmatched: ${describeFinding(finding)}\n`
  // Read a second time rather than kept: there may be many.
  if (unknown > 0)
    for await (const finding of report.findings())
      if (finding.kind === 'unknown_try') yield `unknown: ${describeFinding(finding)}\n`
  yield report.count === 0
    ? 'everything matches\n'
    : `${report.count - unknown} unmatched rows, ${unknown} tries whose outcome is unknown\n`
}

function describeSummary(summary: ProviderSummary): string {
  const { provider, jobs, tries, accepted, refused, unknown, billedMicros, billedLines } = summary
  const { recordedMicros, possibleMicros, otherMicros, chargedCredits, refundedCredits } = summary
  const billed =
    billedMicros === null ? 'bill not read' : `billed ${inDollars(billedMicros)} in ${billedLines} lines`
  return [
    `${provider}: ${jobs} jobs, ${tries} tries`,
    `${accepted} accepted, ${refused} refused, ${unknown} unknown`,
    `recorded ${inDollars(recordedMicros)}, possible ${inDollars(possibleMicros)} more, ${billed}`,
    ...(otherMicros === 0 ? [] : [`other lines of the account ${inDollars(otherMicros)}`]),
    `${chargedCredits} credits charged, ${refundedCredits} refunded`,
  ].join('; ')
}

/** One JSON text in pieces: a list may be longer than memory. */
export async function* writeAsJson(report: SpendReport): AsyncGenerator<string> {
  const { period, providers, leftOut, count } = report
  const head = JSON.stringify({ period, providers, leftOut, count })
  yield `${head.slice(0, -1)},"findings":[`
  let separator = '\n'
  for await (const finding of report.findings()) {
    yield `${separator}${JSON.stringify(finding)}`
    separator = ',\n'
  }
  yield '\n]}\n'
}
