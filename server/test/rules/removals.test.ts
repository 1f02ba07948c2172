import { expect, test } from 'vitest'
import { applyEdit } from '../../checks/asvs/open-copy.ts'
import { removals } from '../../checks/asvs/removals.ts'
import { readStandard } from '../../harness/standard/index.ts'
import { readRepository } from '../structure/read-repository.ts'

const texts = new Map(readRepository().map(({ path, text }) => [path, text]))
const met = readStandard(texts.get('docs/security-standard.md') ?? '').filter(
  ({ answer }) => answer === 'met',
)

test('most rows that are met have a defence that can be taken out', () => {
  const rows = removals.flatMap((removal) => removal.rows)
  expect(rows.filter((id, at) => rows.indexOf(id) !== at)).toEqual([])
  expect(rows.filter((id) => !met.some((row) => row.id === id))).toEqual([])
  const tested = met.filter(({ proofs }) => proofs.some(({ file }) => file.endsWith('.test.ts')))
  expect(rows.length).toBeGreaterThan(0.9 * tested.length)
})

test.each(removals)('without $without, the sources differ', ({ edits }) => {
  for (const edit of edits) {
    const text = texts.get(edit.file) ?? ''
    expect(applyEdit(text, edit)).not.toBe(text)
  }
})
