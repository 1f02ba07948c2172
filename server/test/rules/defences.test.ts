import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defences as defencesAgainstAbuse } from '../../checks/abuse/defences.ts'
import { pageSource } from '../../checks/dashboard-security/build-pages.ts'
import { shownFields, unshownFields } from '../../checks/dashboard-security/hostile-texts.ts'
import { rows } from '../../checks/dashboard-security/rows.ts'
import { listTextFields } from '../../checks/injection/list-text-fields.ts'
import { rows as rowsOfOauth } from '../../checks/oauth/rows.ts'
import { type Mutation, mutateSource, sourceUrl } from '../../harness/mutation/index.ts'

const defences = [
  ...defencesAgainstAbuse,
  ...rowsOfOauth.flatMap((row) => row.defences.map((one) => ({ ...one, name: `${row.name}: ${one.name}` }))),
  ...rows.flatMap((row) => row.defences.map((one) => ({ ...one, name: `${row.name}: ${one.name}` }))),
]

/** Each text is found once in its file, and taking it out changes the file. */
function checkMutations(mutations: Mutation[], pathOf: (file: string) => URL | string): void {
  for (const file of new Set(mutations.map((mutation) => mutation.file))) {
    const text = readFileSync(pathOf(file), 'utf8')
    expect(mutateSource(mutations, file, text)).not.toBe(text)
  }
}

test.each(defences.map((one) => [one.name, one] as const))('without %s, the sources differ', (_, defence) => {
  const pages = 'pages' in defence ? (defence.pages ?? []) : []
  expect((defence.mutations ?? []).length + pages.length).toBeGreaterThan(0)
  checkMutations(defence.mutations ?? [], (file) => new URL(sourceUrl(file)))
  checkMutations(pages, pageSource)
})

test('every attack on the dashboard and on OAuth has a defence that can be taken out', () => {
  expect([...rows, ...rowsOfOauth].filter((row) => row.defences.length === 0)).toEqual([])
})

test('every text field of the contract is written before the pages are looked at', () => {
  // An import fills the same columns as the calls of agents; a pack is one of the operator's or refused.
  const fields = listTextFields().filter(
    (field) => !field.startsWith('import.') && !field.endsWith('.packId'),
  )
  expect([...shownFields, ...unshownFields].toSorted()).toEqual(fields)
})
