// Proves that `pnpm probe:abuse` notices a missing defence: each is taken out of the sources that a system
// loads, its abuse is run, and at least one check must fail.
// Run: pnpm probe:abuse:checker [DEFENCE ...]. Takes one or two minutes for each.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { print, runCheck } from '../../harness/report/index.ts'
import { defences, findDefence } from './defences.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
/**
 * At full size: the small form is too coarse for a factor. Longer than slow clients have before the cut, and
 * the time until they are open.
 */
const TIMING = ['--quiet', '8', '--abuse', '48']
const WITHIN_MS = 420_000

const command = {
  name: 'pnpm probe:abuse:checker',
  options: {},
  positionals: 'DEFENCE ..., all by default',
}

await runCheck(command, async (_, names) => {
  const chosen = names.length > 0 ? names.map(findDefence) : defences
  const results = { passed: 0, failed: 0 }
  for (const { name } of chosen) {
    const { isNoticed, reasons } = await runWithout(name)
    results[isNoticed ? 'passed' : 'failed']++
    print(`${isNoticed ? 'ok  ' : 'FAIL'} without ${name}: ${reasons.join('; ') || 'nothing was noticed'}`)
  }
  return results
})

/** Each run has its own process, so that no run can influence the next. */
async function runWithout(name: string): Promise<{ isNoticed: boolean; reasons: string[] }> {
  const args = [MAIN, ...TIMING, '--without', name]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const timer = setTimeout(() => child.kill('SIGTERM'), WITHIN_MS)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const printed = await text(child.stdout)
  const code = await ended
  clearTimeout(timer)
  const reasons = printed.split('\n').filter((line) => line.startsWith('FAIL '))
  return { isNoticed: code === 0, reasons: reasons.map((line) => line.slice('FAIL '.length)) }
}
