import { expect, test } from 'vitest'
import { isOutside, splitStatements } from '../../src/platform/db/split-statements.ts'

test('only the first line says that a file is run outside a transaction', () => {
  expect(isOutside('-- outside a transaction: writes go on\ncreate index')).toBe(true)
  expect(isOutside('-- a comment\n-- outside a transaction')).toBe(false)
})

test('statements end with a semicolon at the end of a line, and comments are no statements', () => {
  const text =
    `-- outside a transaction\ndrop index x;\n-- why; not\n` + `create index x\n  on t (a) where b = ';';\n`
  expect(splitStatements(text)).toEqual(['drop index x', `create index x\n  on t (a) where b = ';'`])
})
