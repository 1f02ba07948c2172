import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bugs as chaosBugs } from '../../checks/chaos/bugs.ts'
import { bugs as simulatedBugs } from '../../checks/simulation/bugs.ts'
import { doubles } from '../../checks/simulation/doubles.ts'
import { bugs as spendBugs } from '../../checks/spend/bugs.ts'
import { mutateSource, sourceUrl } from '../../harness/mutation/index.ts'

const mutants = [
  ...chaosBugs,
  ...simulatedBugs,
  ...spendBugs,
  { name: 'the doubles of the simulation', mutations: doubles },
].filter(({ mutations }) => mutations)

test('most injected bugs change source text', () => {
  expect(mutants.length).toBeGreaterThan(10)
})

test.each(mutants.map((bug) => [bug.name, bug] as const))('%s finds the text that it changes', (_, bug) => {
  for (const file of new Set(bug.mutations?.map((mutation) => mutation.file))) {
    const text = readFileSync(new URL(sourceUrl(file)), 'utf8')
    expect(mutateSource(bug.mutations ?? [], file, text)).not.toBe(text)
  }
})
