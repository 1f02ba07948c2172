import type { Quote } from '@atelier/contract'
import { absentId, type Caller } from '../caller.ts'
import { expectMatch, show } from '../expect.ts'
import { expectBadField, expectOk, expectRefusals } from '../expect-answer.ts'
import { addProductPhoto, createProduct, submitImage } from '../jobs.ts'
import { expectLedger, readLedger } from '../ledger.ts'
import type { Section, Suite } from '../suite.ts'

const ask = (caller: Caller, fields: object) =>
  caller.post<{ quote: Quote }>('/api/gen/quote', { prompt: 'x', ...fields })

const askOk = async (caller: Caller, fields: object): Promise<Quote> =>
  (await expectOk(ask(caller, fields), `quote ${show(fields)}`)).quote

export const quote: Section = {
  name: 'quote',
  async run(suite) {
    const user = suite.takeUser()
    await suite.check('prices of all shapes are quoted and not charged', () => checkPrices(user))
    await suite.check(
      'it answers like a submit: references, ignored fields, refusals; missing credits are only reported',
      () => checkLikeSubmit(user, suite.callers),
    )
    await suite.check('the ledger verifies itself as these checks do', async () => {
      const { rows, headHash } = await expectLedger(user)
      const verified = await expectOk(user.get('/api/gen/credits/verify'), 'verify')
      expectMatch(verified, { valid: true, checked: rows.length, headHash, brokenAt: null }, 'verify')
    })
  },
}

const prices: [kind: 'image' | 'video', shape: object, creditsCost: number][] = [
  ['video', { resolution: 'SD', durationSeconds: 6 }, 1000],
  ['video', {}, 1300],
  ['video', { durationSeconds: 15 }, 1950],
  ['video', { resolution: 'HD', durationSeconds: 6 }, 2000],
  ['video', { resolution: 'HD' }, 2600],
  ['video', { resolution: 'HD', durationSeconds: 15 }, 3900],
  ['image', {}, 400],
  ['image', { n: 2, size: '3:2' }, 800],
  ['image', { n: 4 }, 1600],
]

async function checkPrices(user: Caller): Promise<void> {
  const balance = 1_000_000
  const clean = { affordable: true, withinBudget: true, references: [], droppedReferences: [] }
  for (const [kind, shape, creditsCost] of prices) {
    const quoted = await askOk(user, { kind, ...shape })
    const money = { creditsCost, balance, balanceAfter: balance - creditsCost }
    expectMatch(quoted, { ...money, ...clean, ignoredFields: [], warnings: [] }, `${kind} ${show(shape)}`)
  }
  expectMatch((await readLedger(user)).length, 1, 'entries: the grant alone')
}

async function checkLikeSubmit(user: Caller, { stranger: otherUser, poor }: Suite['callers']): Promise<void> {
  const { id: productId } = await createProduct(user)
  const photo = await addProductPhoto(user, productId, 'front', [9, 9, 9])
  const quoted = await askOk(user, { kind: 'image', productId, seed: 7 })
  const { id: photoReferenceId, url: fileUrl } = photo
  const reference = { photoReferenceId, fileUrl, label: 'front', origin: 'product', order: 0 }
  expectMatch(quoted, { references: [reference], ignoredFields: ['seed'] }, 'references, ignored fields')
  await expectBadField('size', { 'size 4:3': ask(user, { kind: 'image', size: '4:3' }) })
  await expectBadField('kind', { 'kind sound': ask(user, { kind: 'sound' }) })
  const absent = ask(user, { kind: 'video', productId: absentId('prd') })
  await expectRefusals(404, { 'absent product': absent })
  await expectRefusals(
    403,
    { 'foreign product': ask(otherUser, { kind: 'image', productId }) },
    { code: 'not_owner' },
  )
  expectMatch((await askOk(poor, { kind: 'image', n: 4 })).affordable, false, 'without the credits')
  await askOk(user, { kind: 'image', clientRef: 'asked', model: 'simulator/ok' })
  const submitted = await submitImage(user, { clientRef: 'asked', prompt: 'x' })
  const found = [submitted.status, submitted.headers.get('idempotent-replayed')]
  expectMatch(found, [201, null], 'a quote binds no clientRef')
}
