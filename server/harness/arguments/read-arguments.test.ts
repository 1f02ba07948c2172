import { expect, test } from 'vitest'
import { describeUsage, flag, number, readArguments, text, UsageError } from './read-arguments.ts'

const command = {
  name: 'pnpm try',
  options: {
    jobs: number(2_000, 'how many jobs', { small: 200, least: 1, most: 5_000 }),
    seed: number(undefined, 'the seed'),
    size: number(1.5, 'megabytes', { most: 10, hasDecimals: true }),
    dir: text('.dev', 'the folder'),
    small: flag('a tenth'),
  },
}

test('options that are not given have their defaults', () => {
  const { values, help } = readArguments(command, [])
  expect(values).toEqual({ jobs: 2_000, seed: undefined, size: 1.5, dir: '.dev', small: false })
  expect(help).toBe(false)
})

test('--small changes the defaults, and a given value wins over both', () => {
  expect(readArguments(command, ['--small']).values.jobs).toBe(200)
  expect(readArguments(command, ['--small', '--jobs', '7']).values.jobs).toBe(7)
})

test('a number may have decimals where the option says so', () => {
  expect(readArguments(command, ['--size', '0.25']).values.size).toBe(0.25)
})

test('the separator that pnpm passes on is ignored', () => {
  expect(readArguments(command, ['--', '--jobs', '7']).values.jobs).toBe(7)
})

test.each([
  [['--jbos', '7'], /--jbos/],
  [['--jobs', 'many'], /--jobs must be a whole number from 1 to 5000, not 'many'/],
  [['--jobs', '5001'], /from 1 to 5000/],
  [['--jobs', '1.5'], /whole number/],
  [['--jobs', ''], /whole number/],
  [['--size', '10.5'], /--size must be a number from 0 to 10, not '10.5'/],
  [['--size', 'NaN'], /must be a number/],
  [['word'], /word/],
])('%j is a usage error', (argv, message) => {
  expect(() => readArguments(command, argv)).toThrow(UsageError)
  expect(() => readArguments(command, argv)).toThrow(message)
})

test('words without -- are allowed where the command says so', () => {
  expect(readArguments({ ...command, positionals: 'NAME' }, ['a', 'b']).positionals).toEqual(['a', 'b'])
})

test('--help lists every option with its default', () => {
  expect(readArguments(command, ['-h']).help).toBe(true)
  const usage = describeUsage(command)
  for (const name of Object.keys(command.options)) expect(usage).toContain(`--${name}`)
  expect(usage).toContain('how many jobs (default 2000; with --small 200)')
})
