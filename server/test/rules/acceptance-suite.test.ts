import { expect, test } from 'vitest'
import type { Api } from '../../checks/acceptance/api.ts'
import { expectMatch } from '../../checks/acceptance/expect.ts'
import { type Accounts, runSections, type Section } from '../../checks/acceptance/suite.ts'

const account = { email: 'a@example.com', password: 'x', apiKey: 'hsk_x' }
const accounts: Accounts = { owner: account, stranger: account, admin: account, poor: account, users: [] }

async function run(sections: Section[], watched: Partial<Api['watched']> = {}) {
  const lines: string[] = []
  const api = { watched: { responses: 1, broken: new Map(), ...watched } } as Api
  const results = await runSections(sections, { api, accounts, imageStallSeconds: 12 }, (line) => {
    lines.push(line)
  })
  return { ...results, report: lines.join('\n') }
}

const section = (body: Section['run']): Section => ({ name: 'example', run: body })
const passing = section(({ check }) => check('one', async () => {}))

test('passed checks are counted, with a last one about every response', async () => {
  expect(await run([passing])).toMatchObject({ passed: 2, failed: 0 })
})

test('a run without requests fails', async () => {
  expect(await run([], { responses: 0 })).toMatchObject({ passed: 0, failed: 1 })
})

test('a section without checks fails', async () => {
  const { failed, report } = await run([section(async () => {})])
  expect(failed).toBe(1)
  expect(report).toContain('the section has no checks')
})

test('a section that throws fails, and the next one still runs', async () => {
  const broken = section(async ({ takeUser }) => {
    takeUser()
  })
  const { passed, failed, report } = await run([broken, passing])
  expect([passed, failed]).toEqual([2, 1])
  expect(report).toContain('not enough users')
})

test('a failed check reports the difference, in the foreground and in the background', async () => {
  const differs = async () => expectMatch({ items: [{ n: 1 }] }, { items: [{ n: 2 }] }, 'list')
  const { failed, report } = await run([
    section(async ({ check, checkInBackground }) => {
      checkInBackground('later', differs)
      await check('now', differs)
    }),
  ])
  expect(failed).toBe(2)
  expect(report.match(/list: \.items\.0\.n is 1, want 2/g)).toHaveLength(2)
})

test('a violated rule about every response fails the run', async () => {
  const { failed, report } = await run([passing], { broken: new Map([['X-Api-Version', 'GET /health']]) })
  expect(failed).toBe(1)
  expect(report).toContain('X-Api-Version: GET /health')
})

test.each([
  ['a missing item', [1], [1, 2]],
  ['an extra item', [1, 2], [1]],
  ['an array for an object', [], {}],
  ['a value of another type', '1', 1],
  ['null for an object', null, { a: 1 }],
  ['a missing field', {}, { a: null }],
])('%s does not match', (_, got, want) => {
  expect(() => expectMatch(got, want, 'value')).toThrow('value: ')
})

test('an object may have more fields than expected', () => {
  expect(() => expectMatch({ a: 1, b: 2 }, { a: 1 }, 'value')).not.toThrow()
})
