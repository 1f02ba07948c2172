// Hostile pictures against the cleaner: none makes it fall, none is decoded beyond the limit or takes long,
// nothing but pixels comes out, and every good one among them is let in.
import { parseArgs } from 'node:util'
import { runProbe } from './run-probe.ts'

const { values } = parseArgs({
  options: { count: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' } },
})

const found = await runProbe(Number(values.count), Number(values.seed))

const say = (line: string) => process.stdout.write(`${line}\n`)
const column = (value: number) => String(Math.round(value)).padStart(9)

say(`${'class'.padEnd(46)} accepted  refused   max ms`)
for (const [name, { accepted, refused, maxMs }] of found.byClass) {
  say(`${name.padEnd(46)}${column(accepted)}${column(refused)}${column(maxMs)}`)
}
for (const complaint of found.complaints) say(`FAILED ${complaint}`)
const maxMs = Math.max(...[...found.byClass.values()].map((tally) => tally.maxMs))
say(`longest ${Math.round(maxMs)} ms; ${found.repeated} measured again alone`)
say(`${found.childrenStarted} children, the largest of ${Math.round(found.maxChildBytes / 2 ** 20)} MiB`)
say(`${found.passed} passed, ${found.complaints.length} failed`)
process.exitCode = found.complaints.length > 0 ? 1 : 0
