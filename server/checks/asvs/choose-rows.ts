import { type Random, seededRandom } from '../../harness/random/index.ts'
import type { Answered } from '../../harness/standard/index.ts'
import type { Removal } from './removal.ts'

/** A row that is met, and how its defence is taken away. */
export type Chosen = { row: Answered; removal: Removal | undefined }

/** Rows at random among all that are met. */
export function chooseRows(rows: Answered[], removals: Removal[], seed: number, count: number): Chosen[] {
  const met = rows.filter(({ answer }) => answer === 'met')
  const random: Random = seededRandom('asvs', seed)
  return random
    .shuffle(met)
    .slice(0, count)
    .map((row) => ({ row, removal: removalOf(row, removals) }))
}

/** Of a row that is proved by a chapter, the chapter. */
export function removalOf(row: Answered, removals: Removal[]): Removal | undefined {
  const [proof] = row.proofs
  if (proof?.file.endsWith('.md')) {
    const edits = [{ file: proof.file, from: `\n${proof.title}\n`, to: '\n' }]
    return { rows: [row.id], without: `the chapter ${proof.title.replace(/^#+ /, '')}`, edits }
  }
  return removals.find(({ rows }) => rows.includes(row.id))
}

/** The tests that must notice. A chapter is looked for by the test of the page. */
export const testsOf = ({ proofs }: Answered) =>
  proofs.some(({ file }) => file.endsWith('.md'))
    ? [{ file: 'server/test/structure-standard.test.ts', title: 'every named test and chapter exists' }]
    : proofs.filter(({ file }) => file.endsWith('.test.ts'))
