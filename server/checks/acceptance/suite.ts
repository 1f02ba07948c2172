import type { Api } from './api.ts'
import { type Account, type Caller, callAs } from './caller.ts'
import { fail, Mismatch } from './expect.ts'

/** The users of a deployment, as `pnpm dev --json --users 40` prints them. */
export type Accounts = {
  owner: Account
  stranger: Account
  admin: Account
  poor: Account
  users: Account[]
}

type Role = Exclude<keyof Accounts, 'users'>

/** What a section gets to work with. */
export type Suite = {
  readonly api: Api
  readonly callers: Record<Role, Caller>
  /** After how many seconds the deployment gives up an image without a result. */
  readonly imageStallSeconds: number
  /** A user with 1,000,000 credits that nothing else uses: limits and balances are per user. */
  takeUser(): Caller
  check(name: string, body: () => Promise<unknown>): Promise<void>
  /** For a check that waits a minute: it runs during the others, and is reported after them. */
  checkInBackground(name: string, body: () => Promise<unknown>): void
}

export type Section = { name: string; run(suite: Suite): Promise<void> }

export type Results = { passed: number; failed: number }

type Report = (text: string) => void
type Background = { name: string; outcome: Promise<unknown> }

/** Runs the sections in order, then reports the background checks and the promises of every answer. */
export async function runSections(
  sections: Section[],
  setup: { api: Api; accounts: Accounts; imageStallSeconds: number },
  report: Report,
): Promise<Results> {
  const results: Results = { passed: 0, failed: 0 }
  const background: Background[] = []
  const check = checkInto(results, report)
  const suite = openSuite(setup, check, background)
  for (const section of sections) {
    report(section.name)
    const before = results.passed + results.failed + background.length
    const run = section.run(suite).then(() => {
      if (results.passed + results.failed + background.length === before) fail('the section has no checks')
    })
    const error = await run.catch((thrown: unknown) => thrown)
    if (error !== undefined) await check(`${section.name} runs to its end`, () => Promise.reject(error))
  }
  report('after all sections')
  for (const { name, outcome } of background)
    await check(name, async () => {
      const error = await outcome
      if (error !== undefined) throw error
    })
  await check('every answer has its API version, and every answer of a limited route its limit', async () => {
    const { responses, broken } = setup.api.watched
    if (responses === 0) fail('no request was answered')
    for (const [what, where] of broken) fail(`${what}: ${where}`)
  })
  return results
}

function openSuite(
  { api, accounts, imageStallSeconds }: { api: Api; accounts: Accounts; imageStallSeconds: number },
  check: Suite['check'],
  background: Background[],
): Suite {
  const spare = [...accounts.users]
  return {
    api,
    imageStallSeconds,
    check,
    callers: {
      owner: callAs(api, accounts.owner),
      stranger: callAs(api, accounts.stranger),
      admin: callAs(api, accounts.admin),
      poor: callAs(api, accounts.poor),
    },
    takeUser() {
      const account =
        spare.shift() ?? fail('there are not enough users: start the deployment with --users 40')
      return callAs(api, account)
    },
    checkInBackground(name, body) {
      const outcome = body().then(
        () => undefined,
        (error: unknown) => error,
      )
      background.push({ name, outcome })
    },
  }
}

const checkInto =
  (results: Results, report: Report): Suite['check'] =>
  async (name, body) => {
    try {
      await body()
      results.passed++
      report(`  ok    ${name}`)
    } catch (error) {
      results.failed++
      report(`  FAIL  ${name}\n        ${describe(error)}`)
    }
  }

function describe(error: unknown): string {
  if (error instanceof Mismatch) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
