// Proves that hostile pictures do no harm: none crashes the cleaner, none is decoded beyond the pixel limit
// or takes longer than 2 s, only pixels come out, and every good picture among them is accepted.
// Run: pnpm probe:images [--count 2000] [--seed 1]. Takes about 8 minutes; 200 pictures take 1.
// With --renditions 200: what a rendition costs, and how long it takes beside the plain file; 3 minutes.
import { number } from '../../harness/arguments/index.ts'
import { print, quantile, runCheck } from '../../harness/report/index.ts'
import { measureRenditions } from './measure-renditions.ts'
import { runProbe } from './run-probe.ts'

const command = {
  name: 'pnpm probe:images',
  options: {
    count: number(2_000, 'pictures'),
    seed: number(1, 'the same pictures again'),
    renditions: number(0, 'measure renditions of so many pictures instead'),
  },
}

await runCheck(command, async ({ count, seed, renditions }) => {
  if (renditions > 0) return printRenditions(renditions)
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

async function printRenditions(count: number) {
  const { failures, cpuMsPerRendition, plainMs, firstMs, laterMs } = await measureRenditions(count)
  const column = (ms: number) => ms.toFixed(1).padStart(9)
  const line = (name: string, times: number[]) =>
    print(name.padEnd(22) + [0.5, 0.99].map((share) => column(quantile(times, share))).join(''))
  print(`${'ms'.padEnd(22)}      p50      p99`)
  line('plain file', plainMs)
  line('rendition, first', firstMs)
  line('rendition, later', laterMs)
  print(`${cpuMsPerRendition.toFixed(0)} ms of CPU for each rendition, in all processes of the api`)
  for (const failure of failures) print(`FAIL ${failure}`)
  return { passed: 3 * count - failures.length, failed: failures.length }
}
