import { type Answered, findTitle } from '../../harness/standard/index.ts'
import type { SourceFile } from './read-repository.ts'

const ANSWERS = ['met', 'not applicable', 'open']

/** The ids of each level, as the standard has them. */
export type Requirements = Record<string, string[]>

/** Every requirement is answered once, in the order of the standard, with its level. */
export function checkComplete(rows: Answered[], requirements: Requirements): string[] {
  const levels = new Map(Object.entries(requirements).flatMap(([level, ids]) => ids.map((id) => [id, level])))
  const found = rows.map(({ id }) => id)
  return [
    ...[...levels.keys()].filter((id) => !found.includes(id)).map((id) => `${id} is missing: answer it`),
    ...found.filter((id, at) => found.indexOf(id) !== at).map((id) => `${id} stands twice`),
    ...rows
      .filter(({ id, level }) => levels.get(id) !== level)
      .map(({ id, level }) => `${id} is no requirement of level ${level}`),
  ]
}

/** An answer is one of three; what is met has a proof, and nothing of level 1 is open. */
export const checkAnswers = (rows: Answered[]): string[] =>
  rows.flatMap(({ id, level, answer, proofs, rest }) => [
    ...(ANSWERS.includes(answer) ? [] : [`${id}: "${answer}" is none of ${ANSWERS.join(', ')}`]),
    ...(answer === 'met' && proofs.length === 0 ? [`${id} is met, and names no proof`] : []),
    ...(answer === 'open' && level === '1' ? [`${id} is of level 1 and open: build it`] : []),
    ...(rest === '' ? [] : [`${id}: write a proof as \`file\` "title", not "${rest}"`]),
  ])

/** Every proof is there: a test of this title, or a chapter. */
export function checkProofs(rows: Answered[], files: SourceFile[]): string[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const read = (path: string): string => texts.get(path) ?? ''
  return rows.flatMap(({ id, proofs }) =>
    proofs
      .filter((proof) => !findTitle(proof, read))
      .map(({ file, title }) => `${id}: there is no "${title}" in ${file}`),
  )
}

/** The figures above the rows. */
export const checkCounts = (rows: Answered[], page: string): string[] =>
  ['1', '2'].flatMap((level) => {
    const counts = ANSWERS.map(
      (answer) => rows.filter((row) => row.level === level && row.answer === answer).length,
    )
    const line = `| ${[level, counts.reduce((sum, one) => sum + one), ...counts].join(' | ')} |`
    return page.split('\n').includes(line) ? [] : [`the counts of level ${level} are: ${line}`]
  })
