import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defences } from '../../checks/abuse/defences.ts'
import { mutateSource, sourceUrl } from '../../harness/mutation/index.ts'

test.each(defences.map((one) => [one.name, one] as const))('without %s, the sources differ', (_, defence) => {
  for (const file of new Set(defence.mutations.map((mutation) => mutation.file))) {
    const text = readFileSync(new URL(sourceUrl(file)), 'utf8')
    expect(mutateSource(defence.mutations, file, text)).not.toBe(text)
  }
})
