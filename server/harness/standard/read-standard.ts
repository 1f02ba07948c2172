import { posix } from 'node:path'

/** A test by its file and title, or a chapter of a document (`## Name`). */
export type Proof = { file: string; title: string }

/** A row of docs/security-standard.md. */
export type Answered = {
  id: string
  level: string
  asks: string
  answer: string
  how: string
  proofs: Proof[]
  /** What the last cell holds beside its proofs: nothing, if it is written as it should be. */
  rest: string
}

const ROW = /^\| (\d+(?:\.\d+)+) \| (\d) \| (.+?) \| (.+?) \| (.+?) \| (.*)\|$/
const PROOF = /`([^`]+)` "([^"]+)"/g
/** Files that a test takes parts of its titles from. */
const TITLES_FROM = /from '(\.\/(?:test-[\w-]+|structure\/[\w-]+)\.ts)'/g

/** The rows of the page, in its order. */
export const readStandard = (text: string): Answered[] =>
  text.split('\n').flatMap((line) => {
    const [, id = '', level = '', asks = '', answer = '', how = '', last = ''] = ROW.exec(line) ?? []
    if (!id) return []
    const proofs = [...last.matchAll(PROOF)].map(([, file = '', title = '']) => ({ file, title }))
    const rest = last.replaceAll(PROOF, '').replaceAll(/[;\s]/g, '')
    return [{ id, level, asks, answer, how, proofs, rest }]
  })

/** Whether a file has the title, itself or in a file that it takes titles from. `read` throws for no file. */
export function findTitle({ file, title }: Proof, read: (path: string) => string): boolean {
  const text = read(file)
  if (file.endsWith('.md')) return text.split('\n').includes(title)
  const others = [...text.matchAll(TITLES_FROM)].map(([, path = '']) => posix.join(posix.dirname(file), path))
  return [text, ...others.map(read)].some((one) => titlesOf(one).some((found) => found.includes(title)))
}

/** What stands before a title: a word that takes one, the end of the cases of `test.each`, or nothing. */
const BEFORE = /(?:\b(?:test|check|sentence)\b[^'"`]*|\](?: as const)?,?\s*\)\(\s*|^\s*)(?=['"`])/gm
const QUOTED = /(['"`])((?:\\.|(?!\1).)+)\1/sy

const titlesOf = (text: string): string[] =>
  [...text.matchAll(BEFORE)].map(({ 0: before, index }) => {
    QUOTED.lastIndex = index + before.length
    return QUOTED.exec(text)?.[2] ?? ''
  })
