import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newOutages, pickFields } from '../../src/platform/log/index.ts'
import { collectLines } from '../telemetry/collect-lines.ts'

const PROMPT = 'a canary of glass on a wooden perch'
const KEY = `hsk_${'7Xq2'.repeat(12)}z`

test('a field that is not listed is left out, and so is whatever is no plain value', () => {
  const { log, lines, text } = collectLines()
  log.info(
    { requestId: 'req_1', prompt: PROMPT, body: { prompt: PROMPT }, headers: { 'x-api-key': KEY } },
    'a',
  )
  log.info({ media: { prompt: PROMPT }, others: [PROMPT], ms: 3, left: true, code: undefined }, 'b')
  expect(lines[0]).toMatchObject({ requestId: 'req_1', msg: 'a', role: 'test' })
  expect(Object.keys(lines[1] ?? {}).toSorted()).toEqual(['left', 'level', 'ms', 'msg', 'role', 'time'])
  expect(text()).not.toContain('canary')
  expect(text()).not.toContain(KEY)
})

const SOURCES = join(import.meta.dirname, '..', '..', 'src')

/** The names of fields that the service gives to lines of the log, where they stand in the source. */
function readFieldNames(): Map<string, string> {
  const names = new Map<string, string>()
  for (const path of globSync('**/*.ts', { cwd: SOURCES })) {
    const text = readFileSync(join(SOURCES, path), 'utf8')
    for (const [, fields = ''] of text.matchAll(/\blog(?:\.\w+|\[[^\]]+\])\(\s*\{([^{}]*)\}/g))
      for (const [, name = ''] of fields.matchAll(/(?:^|,)\s*(?:\/\/.*\s*)*(\w+)\b/g)) names.set(name, path)
  }
  return names
}

test('every field that the service gives to a line is one of the listed', () => {
  const names = readFieldNames()
  expect(names.size).toBeGreaterThan(25)
  const unlisted = [...names].filter(([name]) => pickFields({ [name]: 'x' })[name] === undefined)
  expect(unlisted).toEqual([])
})

/** Errors that quote what they were given, as parsers, the database and HTTP clients make them. */
const quoting: [name: string, make: () => unknown][] = [
  ['a JSON parser', () => JSON.parse(`{"prompt": ${PROMPT}}`)],
  ['a JSON parser at the end', () => JSON.parse(`["${PROMPT}`)],
  ['a validator', () => z.object({ [PROMPT]: z.number() }).parse({ [PROMPT]: PROMPT })],
  ['a URL parser', () => new URL(`http://[${PROMPT}`)],
  [
    'the database',
    () => {
      const more = { detail: `Key (client_ref)=(${PROMPT}) exists`, where: PROMPT, parameters: [PROMPT] }
      throw Object.assign(new Error(`invalid input syntax for type json: "${PROMPT}"`), {
        code: '22P02',
        constraint: 'one_ref',
        ...more,
      })
    },
  ],
  ['an address with rights', () => fail(`GET https://files.example/a?prompt=canary&X-Amz-Signature=canary`)],
  ['a header', () => fail(`refused: Bearer canary-${KEY}`)],
  ['a key', () => fail(`unknown key ${KEY}`)],
  ['a cause', () => fail('failed', new Error(`the body was '${PROMPT}'`))],
]

function fail(message: string, cause?: Error): never {
  throw new Error(message, { cause })
}

test.each(quoting)('of an error of %s the log has type and place, and nothing that it quotes', (_, make) => {
  const { log, lines, text } = collectLines()
  let error: unknown
  try {
    make()
  } catch (thrown) {
    error = thrown
  }
  log.error({ err: error }, 'a request failed')
  expect(lines[0]?.err.type).toMatch(/Error$/)
  expect(lines[0]?.err.message.length).toBeGreaterThan(3)
  expect(lines[0]?.err.stack).toMatch(/^ {4}at /)
  expect(text()).not.toContain('canary')
  expect(text()).not.toContain(KEY)
})

test('what an operator needs of an error stays readable', () => {
  const { log, lines } = collectLines()
  const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
  log.warn({ err: new Error(`the database is not available: ${cause.message}`, { cause }) }, 'x')
  expect(lines[0]?.err).toMatchObject({
    message: 'the database is not available: connect ECONNREFUSED 127.0.0.1:5432',
    cause: { code: 'ECONNREFUSED' },
  })
})

test('an outage has one line when it begins and one when it is over, however many calls fail', async () => {
  const { log, lines } = collectLines()
  const changes: [string, boolean][] = []
  const outageOf = newOutages(log, (part, isOut) => changes.push([part, isOut]))
  const [storage, same] = [outageOf('storage'), outageOf('storage')]
  storage.worked()
  expect(lines).toEqual([])
  for (let call = 0; call < 500; call++) (call % 2 ? storage : same).failed(new Error('no answer'))
  storage.worked() // one call that was lucky
  storage.failed('no answer')
  expect(lines).toMatchObject([
    { part: 'storage', msg: 'an outage has begun', err: { message: 'no answer' } },
  ])
  await sleep(2_100)
  same.worked()
  storage.worked()
  expect(lines).toMatchObject([{}, { part: 'storage', msg: 'an outage is over', failures: 501 }])
  expect(lines[1]?.seconds).toBeGreaterThanOrEqual(2)
  expect(changes).toEqual([
    ['storage', true],
    ['storage', false],
  ])
})
