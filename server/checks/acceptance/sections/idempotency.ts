import type { SubmitAnswer } from '@atelier/contract'
import type { Answer } from '../api.ts'
import { atOnce, type Caller, countStatuses } from '../caller.ts'
import { expectMatch, expectThat, fail, show } from '../expect.ts'
import { expectError } from '../expect-answer.ts'
import { accept, PROMPT, pollMedia, submitImage, waitForMedia } from '../jobs.ts'
import { readBalance } from '../ledger.ts'
import type { Section } from '../suite.ts'

const REPLAYED = 'idempotent-replayed'

export const idempotency: Section = {
  name: 'idempotency',
  async run({ check, takeUser }) {
    const user = takeUser()
    const full = takeUser()
    const racer = takeUser()
    let first: SubmitAnswer | undefined
    const firstJob = () => first ?? fail('the first submit was not accepted')
    await check(
      'same clientRef, same body (but for defaults, blanks, unknown fields): 201, the same job, charged once',
      async () => {
        first = await checkReplay(user)
      },
    )
    await check(
      'same clientRef, other body: 409 and nothing charged; a refused submit does not bind the clientRef',
      () => checkConflict(user, firstJob()),
    )
    await check('a replay has the status of the job now', () => checkReplayOfFinal(user, firstJob()))
    await check('a replay is not counted, and passes when the rate limit is used up', () =>
      checkReplayUncounted(full, firstJob()),
    )
    await check('50 at once with one clientRef: one job, one charge', () => checkRace(racer))
  },
}

async function expectReplay(
  answer: Promise<Answer<SubmitAnswer>>,
  { id, creditsCost, balanceAfter }: SubmitAnswer,
  what: string,
): Promise<SubmitAnswer> {
  const { status, headers, json } = await answer
  expectMatch(
    [status, headers.get(REPLAYED), json],
    [201, 'true', { id, creditsCost, balanceAfter }],
    `${what}: status, Idempotent-Replayed, body`,
  )
  return json
}

async function checkReplay(user: Caller): Promise<SubmitAnswer> {
  const original = await submitImage(user, { clientRef: 'one' })
  const first = await accept(Promise.resolve(original))
  const repeats = {
    replay: {},
    defaults: { n: 1, size: '1:1' },
    blanks: { prompt: ` ${PROMPT} `, unheardOf: true },
  }
  for (const [what, fields] of Object.entries(repeats))
    await expectReplay(submitImage(user, { clientRef: 'one', ...fields }), first, what)
  const { clientRef } = await pollMedia(user, first.id)
  expectMatch(
    [original.headers.get(REPLAYED), await readBalance(user), clientRef],
    [null, 999_600, 'one'],
    'header of the first, balance, clientRef of the media',
  )
  return first
}

async function checkConflict(user: Caller, first: SubmitAnswer): Promise<void> {
  for (const other of [{ prompt: 'something else' }, { n: 2 }, { size: '2:3' }]) {
    const answer = await submitImage(user, { clientRef: 'one', ...other })
    expectError(answer, 409, 'conflict', { code: 'client_ref_conflict', existingId: first.id })
  }
  expectError(await submitImage(user, { clientRef: 'retry', n: 3 }), 400, 'refused')
  expectMatch(await readBalance(user), 999_600, 'balance')
  await accept(submitImage(user, { clientRef: 'retry' }), 'corrected')
}

async function checkReplayOfFinal(user: Caller, first: SubmitAnswer): Promise<void> {
  const failing = { clientRef: 'doomed', model: 'simulator/fail' }
  const doomed = await accept(submitImage(user, failing))
  await waitForMedia(user, first.id)
  await waitForMedia(user, doomed.id)
  const completed = await expectReplay(submitImage(user, { clientRef: 'one' }), first, 'completed')
  const failed = await expectReplay(submitImage(user, failing), doomed, 'failed')
  expectMatch(completed, { status: 'completed', waiting: false, pollAfterSeconds: null }, 'completed')
  expectMatch(failed, { status: 'failed', waiting: false }, 'failed')
  expectMatch(await readBalance(user), 999_200, 'balance')
  const saysSo = /new|another|other/i.test(failed.message) && /ref/i.test(failed.message)
  expectThat(saysSo, `message says to send a new clientRef: ${failed.message}`)
}

async function checkReplayUncounted(user: Caller, otherJob: SubmitAnswer): Promise<void> {
  const job = await accept(submitImage(user, { clientRef: 'one' }))
  expectThat(job.id !== otherJob.id, 'the same clientRef of another user is another job')
  await expectReplay(submitImage(user, { clientRef: 'one' }), job, 'early replay')
  expectMatch(countStatuses(await atOnce(9, () => submitImage(user, { n: 3 }))), { 400: 9 }, 'nine more')
  expectError(await submitImage(user, { clientRef: 'fresh' }), 429, 'the eleventh')
  await expectReplay(submitImage(user, { clientRef: 'one' }), job, 'late replay')
}

async function checkRace(user: Caller): Promise<void> {
  const answers = await atOnce(50, () => submitImage(user, { clientRef: 'race' }))
  const accepted = answers.filter(({ status }) => status === 201)
  const jobs = new Set(accepted.map(({ json }) => json.id))
  expectMatch(jobs.size, 1, `jobs, with statuses ${show(countStatuses(answers))}`)
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expectError(answer, 409, 'during the first', { code: 'client_ref_in_progress' })
    expectMatch(answer.headers.get('retry-after'), '1', 'Retry-After')
  }
  const fresh = accepted.filter(({ headers }) => headers.get(REPLAYED) === null)
  expectMatch([fresh.length, await readBalance(user)], [1, 999_600], 'one that is no replay, balance')
}
