import { atOnce, type Caller, countStatuses } from '../caller.ts'
import { expectMatch, expectThat } from '../expect.ts'
import { expectError } from '../expect-answer.ts'
import { accept, pollMedia, runImage, submitImage } from '../jobs.ts'
import { expectLedger, readBalance, readLedger } from '../ledger.ts'
import type { Section } from '../suite.ts'

const GRANTED = 1_000_000

export const money: Section = {
  name: 'money',
  async run({ check, takeUser, callers: { poor }, imageStallSeconds }) {
    const user = takeUser()
    const hung = takeUser()
    const short = takeUser()
    const lost = takeUser()
    // Waits for its window to end during the other checks.
    const hanging = runImage(hung, { model: 'simulator/hang' }).catch((error: unknown) => error)
    await check(
      '402 has balance and required and binds no clientRef; of 8 at once with credits for 2, exactly 2 pass',
      () => checkInsufficientCredits(poor),
    )
    for (const [model, errorCode] of [
      ['fail', 'provider_error'],
      ['moderated', 'content_rejected'],
    ] as const)
      await check(
        `simulator/${model}: failed, refunded with both entries in the ledger, and no provider address leaks`,
        () => checkFailure(user, model, errorCode),
      )
    await check(
      'a provider that refuses at submit is 503, refunded, listed as a failed job, and frees the clientRef',
      () => checkRefusedSubmit(user),
    )
    await check('fewer files than requested: completed, the missing ones refunded in one entry', () =>
      checkPartial(short),
    )
    await check('a reply that is lost after the provider accepted costs once, and the job ends', async () => {
      const media = await runImage(lost, { model: 'simulator/lost-reply' })
      const expected = media.status === 'completed' ? GRANTED - 400 : GRANTED
      expectMatch(await readBalance(lost), expected, `balance when ${media.status}`)
    })
    await check(
      `a job that never finishes is stalled and refunded in its window of ${imageStallSeconds} s`,
      async () => checkStalled(hung, await hanging, imageStallSeconds),
    )
    await check(
      'every ledger here adds up, and its txHash chain can be recomputed from the answers',
      async () => {
        for (const one of [user, hung, short, lost, poor]) await expectLedger(one, 2)
      },
    )
  },
}

async function checkInsufficientCredits(poor: Caller): Promise<void> {
  const refused = await submitImage(poor, { n: 4, clientRef: 'dear' })
  expectError(refused, 402, 'insufficient', { required: 1600, balance: 1000 })
  expectMatch(await readBalance(poor), 1000, 'nothing charged')
  const answers = await atOnce(8, (i) => submitImage(poor, i === 0 ? { clientRef: 'dear' } : {}))
  expectMatch(countStatuses(answers), { 201: 2, 402: 6 }, 'statuses')
  expectMatch(await readBalance(poor), 200, 'balance')
}

async function readEntries(caller: Caller, mediaId: string): Promise<[reason: string, amount: number][]> {
  const rows = (await readLedger(caller)).filter(({ refId }) => refId === mediaId)
  return rows.map(({ reason, amount }): [string, number] => [reason, amount]).sort()
}

/** One image was charged and refunded, and nothing else happened to this user. */
async function expectRefundedInFull(caller: Caller, mediaId: string): Promise<void> {
  const entries = [
    ['image_generation', -400],
    ['image_generation_refund', 400],
  ]
  const found = [await readBalance(caller), await readEntries(caller, mediaId)]
  expectMatch(found, [GRANTED, entries], 'the balance is back, with both entries')
}

async function checkFailure(user: Caller, model: string, errorCode: string): Promise<void> {
  const media = await runImage(user, { model: `simulator/${model}` })
  const refunded = { status: 'failed', charged: 'refunded', creditsCost: 400, creditsRefunded: 400 }
  expectMatch(media, { ...refunded, errorCode }, 'outcome')
  const message = media.errorMessage ?? ''
  const isClean = message.length <= 500 && !/https?:|127\.0\.0\.1|localhost/.test(message)
  expectThat(media.errorMessage !== null && isClean, `errorMessage: ${media.errorMessage}`)
  await expectRefundedInFull(user, media.id)
}

async function checkRefusedSubmit(user: Caller): Promise<void> {
  const answer = await submitImage(user, { model: 'simulator/refuse', clientRef: 'again' })
  const { id } = expectError(answer, 503, 'refused', { code: 'provider_unavailable', balance: GRANTED })
  const media = await pollMedia(user, String(id))
  expectMatch(media, { status: 'failed', creditsRefunded: 400, clientRef: 'again' }, 'the job')
  await expectRefundedInFull(user, media.id)
  const later = await accept(submitImage(user, { clientRef: 'again' }), 'the same clientRef later')
  expectThat(later.id !== media.id, 'a new job')
}

async function checkPartial(user: Caller): Promise<void> {
  const media = await runImage(user, { model: 'simulator/partial', n: 4 })
  const files = media.outputs.length
  const creditsRefunded = 400 * (4 - files)
  expectThat(files >= 1 && files < 4, `outputs ${files}`)
  const charged = { status: 'completed', charged: 'charged', creditsCost: 1600, errorCode: null }
  expectMatch(media, { ...charged, creditsRefunded }, 'outcome')
  const entries = [
    ['image_generation', -1600],
    ['image_generation_refund', creditsRefunded],
  ]
  const found = [await readBalance(user), await readEntries(user, media.id)]
  expectMatch(found, [GRANTED - 400 * files, entries], 'balance, entries')
}

async function checkStalled(user: Caller, outcome: unknown, windowSeconds: number): Promise<void> {
  if (outcome instanceof Error) throw outcome
  const media = outcome as Awaited<ReturnType<typeof runImage>>
  const refunded = { status: 'stalled', charged: 'refunded', creditsRefunded: 400, errorMessage: null }
  expectMatch([media, await readBalance(user)], [refunded, GRANTED], 'outcome, balance')
  const seconds = (Date.parse(media.refundedAt ?? '') - Date.parse(media.createdAt)) / 1000
  const isInTime = seconds >= windowSeconds && seconds < windowSeconds + 5
  expectThat(isInTime, `stalled ${seconds} s after createdAt, window ${windowSeconds} s`)
}
