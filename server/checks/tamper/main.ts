// Proves that a changed truth is found: each way of changing it is applied to a copy of a signed ledger, with
// the rights of the database's superuser and the storage credentials of the service, but without the signing
// key. Then verify-ledger has to find it. What only a witness can find is shown both with and without one.
// Run: pnpm probe:tamper. Takes about 40 s.
import { print, printChecks, printProgress, runCheck } from '../../harness/report/index.ts'
import { openCopies } from './open-copies.ts'
import { prepareLedger } from './prepare-ledger.ts'
import { runVerification, type Verification } from './run-verification.ts'
import { type Way, ways } from './ways.ts'

await runCheck({ name: 'pnpm probe:tamper', options: {} }, async () => {
  const ledger = await prepareLedger()
  const copies = await openCopies(ledger)
  const untouched = await copies.verify({ name: 'nothing', change: async () => {} }, runVerification)
  printResult('nothing is changed', untouched)
  const checks = [
    {
      sentence: 'a ledger that nobody changed has no findings',
      failures: untouched.exitCode === 0 ? [] : untouched.findings,
    },
  ]
  for (const way of ways) {
    const result = await copies.verify(way, runVerification)
    printResult(way.name, result)
    checks.push({ sentence: sentenceOf(way), failures: judge(way, result) })
  }
  printProgress(`${ways.length} ways`)
  print('')
  return printChecks(checks)
})

function sentenceOf({ name, isBeyondReach }: Way): string {
  return isBeyondReach ? `not found, as decisions/0022 says: ${name}` : `found: ${name}`
}

function judge({ expected, isBeyondReach }: Way, { exitCode, findings }: Verification): string[] {
  if (isBeyondReach) return exitCode === 0 ? [] : ['it was found: the documents promise too little']
  if (exitCode !== 1) return [`the exit status is ${exitCode}`]
  return findings.some((finding) => finding.includes(expected)) ? [] : [`no finding says "${expected}"`]
}

function printResult(name: string, { exitCode, findings }: Verification): void {
  print(`${name.padEnd(72)} ${exitCode === 0 ? 'nothing wrong' : `found, ${findings.length} findings`}`)
  if (findings[0]) print(`    ${findings[0]}`)
}
