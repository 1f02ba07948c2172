import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig, settings, WrongSettings } from '../../src/platform/config/index.ts'

const lines = readFileSync(new URL('../../../deploy/env.example', import.meta.url), 'utf8').split('\n')

/** The settings of the example: those that must be set, and the commented ones with a value. */
const examples = lines.flatMap((line, index) => {
  const [, comment, name = '', value = ''] = /^(#?)([A-Z0-9_]+)=(.*)$/.exec(line) ?? []
  if (name === '') return []
  return { name, value, isRequired: comment === '', above: lines[index - 1] ?? '' }
})

const defaultOf = (name: string): unknown => settings[name]?.safeParse(undefined).data

/** Of the machine that runs the test, or made of other settings. */
const ELSEWHERE = ['TEMP_DIR']

test('the example lists every setting of the configuration once, and no other', () => {
  expect(examples.length).toBeGreaterThan(70)
  expect(examples.map(({ name }) => name).toSorted()).toEqual(Object.keys(settings).toSorted())
})

test('every setting of the example has one sentence above it', () => {
  const without = examples.filter(({ above }) => !/^# \S.*\.$/.test(above))
  expect(without.map(({ name }) => name)).toEqual([])
})

test('what is not commented is required and empty: nobody starts with a secret of the example', () => {
  const isRequired = (name: string) => !settings[name]?.safeParse(undefined).success
  const required = Object.keys(settings).filter(isRequired)
  const shown = examples.filter((one) => one.isRequired)
  expect(shown.map(({ name }) => name).toSorted()).toEqual(required.toSorted())
  expect(shown.filter(({ value }) => value !== '')).toEqual([])
})

test('every commented value is possible, and is the default where there is one', () => {
  const wrong = examples
    .filter(({ isRequired }) => !isRequired)
    .filter(({ name, value }) => {
      const parsed = settings[name]?.safeParse(value)
      const byDefault = defaultOf(name)
      const differs = byDefault !== undefined && String(byDefault) !== value
      return !parsed?.success || (differs && !ELSEWHERE.includes(name))
    })
  expect(wrong.map(({ name, value }) => `${name}=${value}`)).toEqual([])
})

test('the example as it is names what is missing; filled in, it is a configuration', () => {
  const empty = parseEnv(lines.join('\n'))
  expect(() => readConfig(empty)).toThrow(WrongSettings)
  const filled = Object.fromEntries(Object.keys(empty).map((name) => [name, VALUES[name] ?? 'atelier']))
  expect(readConfig(filled)).toMatchObject({ port: 4100, s3: { bucket: 'atelier' } })
})

const VALUES: Record<string, string> = {
  DATABASE_URL: 'postgres://atelier_api@127.0.0.1/atelier',
  ENGINE_INGRESS_URL: 'http://127.0.0.1:8080',
  ENGINE_ADMIN_URL: 'http://127.0.0.1:9070',
  S3_ENDPOINT: 'http://127.0.0.1:7070',
  CALLBACK_SECRET: 'c'.repeat(32),
}
