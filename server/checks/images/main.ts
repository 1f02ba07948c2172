// Proves that hostile pictures do no harm: none crashes the cleaner, none is decoded beyond the pixel limit
// or takes longer than 2 s, only pixels come out, and every good picture among them is accepted.
// Run: pnpm probe:images [--count 2000] [--seed 1]. Takes about 8 minutes; 200 pictures take 1.
import { number } from '../../harness/arguments/index.ts'
import { print, runCheck } from '../../harness/report/index.ts'
import { runProbe } from './run-probe.ts'

const command = {
  name: 'pnpm probe:images',
  options: { count: number(2_000, 'pictures'), seed: number(1, 'the same pictures again') },
}

await runCheck(command, async ({ count, seed }) => {
  const found = await runProbe(count, seed)
  const column = (value: number) => String(Math.round(value)).padStart(9)
  print(`${'class'.padEnd(46)} accepted  refused   max ms`)
  for (const [name, { accepted, refused, maxMs }] of found.byClass) {
    print(`${name.padEnd(46)}${column(accepted)}${column(refused)}${column(maxMs)}`)
  }
  for (const complaint of found.complaints) print(`FAIL ${complaint}`)
  const maxMs = Math.max(...[...found.byClass.values()].map((tally) => tally.maxMs))
  print(`longest ${Math.round(maxMs)} ms; ${found.repeated} measured again alone`)
  print(
    `${found.childrenStarted} processes, the largest with ${Math.round(found.maxChildBytes / 2 ** 20)} MiB`,
  )
  return { passed: found.passed, failed: found.complaints.length }
})
