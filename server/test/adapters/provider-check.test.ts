import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { runDouble } from '../../../doubles/test/run-double.ts'

const ADMIN = new URL('../../src/entry/admin.ts', import.meta.url).pathname
const KEY = 'a-secret-key-0123456789'

type Name = 'fal' | 'kie' | 'openai' | 'runway'
const addresses: Record<Name, (url: string) => Record<string, string>> = {
  fal: (url) => ({ FAL_QUEUE_URL: url, FAL_PLATFORM_URL: `${url}/api/v1`, FAL_REST_URL: `${url}/rest` }),
  kie: (url) => ({ KIE_API_URL: url, KIE_UPLOAD_URL: url }),
  openai: (url) => ({ OPENAI_BASE_URL: `${url}/v1` }),
  runway: (url) => ({ RUNWAY_BASE_URL: url }),
}

const startDouble = (name: Name) => runDouble('--provider', name, '--key', KEY, '--scale', '100000')

/** The command as an operator runs it, with this typed into it. */
async function check(name: Name, url: string, typed: string, ...args: string[]) {
  const env = { PATH: process.env.PATH, [`${name.toUpperCase()}_KEY`]: KEY, ...addresses[name](url) }
  const child = spawn(process.execPath, [ADMIN, 'provider-check', name, ...args], { env })
  child.stdin.end(typed)
  const [output, errors, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ])
  return { output: output + errors, exitCode }
}

const questions: Record<Name, string[]> = {
  fal: [
    'What does one picture cost?',
    'Does it honour Idempotency-Key?',
    'Does the request list show requests that wait or run?',
    'Which field takes the mask of a 2.5 edit, and which colour is edited?',
    'What does the status of a failed job say?',
    'Does fal offer GPT Image 2.6?',
    'Which header disables the fallback?',
    'How often is a callback tried again?',
    'Does Seedance 2.5 make 1080p?',
    'Does it accept our reference URLs?',
  ],
  kie: [
    'What does one picture cost?',
    'Does it honour Idempotency-Key?',
    'How long is "recordInfo is null" answered?',
    'Is callBackUrl inside param?',
    'What are the names and fields of GPT Image 2.6?',
    'Which HTTP status do 401, 402 and 429 have?',
    'How long do result addresses live?',
    'Is the older 4o interface alive?',
    'What does code 500 on createTask mean?',
    'Does it accept our reference URLs?',
  ],
  openai: [
    'What does one picture cost?',
    'Which values of size does GPT Image 2.6 take?',
    'Which values of quality does GPT Image 2.6 take?',
    'Which values of complexity does GPT Image 2.6 take?',
    'Does it honour Idempotency-Key?',
    'Which complexity is used when none is given?',
    'Which headers tell the rate?',
    'What are the bodies for an empty account and for a missing verification?',
    'Does it accept our reference URLs?',
  ],
  runway: [
    'What does one picture cost?',
    'Does it honour Idempotency-Key?',
    'Which scale has progress?',
    'At which hosts are results?',
    'Which status has DELETE?',
    'Which durations does Seedance 2.5 take?',
    'What is the body of a 429?',
    'Does it accept our reference URLs?',
  ],
}

test.each(['fal', 'kie', 'openai', 'runway'] as const)(
  'a check of %s answers every question, prints no key, and spends no more than it said',
  async (name) => {
    const double = await startDouble(name)
    const { output } = await check(name, double.url, '', '--yes')
    const asked = output.split('\n').filter((line) => line.endsWith('?'))
    expect(asked).toEqual(questions[name])
    expect(output.match(/^ {2}(as expected|otherwise|open): /gm)).toHaveLength(asked.length)
    expect(output).toMatch(/What does one picture cost\?\n {2}(as expected|otherwise|open): reported \$/)
    expect(output).not.toContain(KEY)
    expect(output).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|[0-9a-f]{20}/)
    const most = Number(/at most \$([\d.]+)/.exec(output)?.[1])
    expect((await double.bill()).total.microUsd).toBeLessThanOrEqual(most * 1e6)
    expect((await double.bill()).total.microUsd).toBeGreaterThan(0)
  },
  60_000,
)

test.each(['', 'n\n', 'x\n'])(
  'without a yes (%j) nothing is sent',
  async (typed) => {
    const double = await startDouble('fal')
    const { output, exitCode } = await check('fal', double.url, typed)
    expect(output).toContain('at most $0.40')
    expect(output).toContain('Nothing was sent.')
    expect(exitCode).toBe(1)
    expect((await double.log()).requests).toEqual([])
  },
  60_000,
)

test('a typed yes asks', async () => {
  const double = await startDouble('runway')
  const { output } = await check('runway', double.url, 'y\n')
  expect(output).toContain('What does one picture cost?')
}, 60_000)

test('without a key, or for a provider that does not exist, it says so', async () => {
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [ADMIN, 'provider-check', ...args], {
      env: { PATH: process.env.PATH },
    })
    child.stdin.end()
    return text(child.stderr)
  }
  expect(await run('fal')).toContain('FAL_KEY is not set')
  expect(await run('other')).toContain('name a provider')
}, 60_000)
