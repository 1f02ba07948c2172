import { expect, test } from 'vitest'
import { type RunningProcess, runDouble } from '../../../doubles/test/run-double.ts'
import { makePhoto, makeProduct } from '../routes/make-album.ts'
import { openSystem } from '../use-system.ts'
import { withFile } from './use-offers.ts'

const KEY = `key_${'0123456789abcdef'.repeat(8)}`
const QUICK = ['--scale', '1000', '--key', KEY]

/** Settings that lead to the doubles, each of which offers one model. */
async function openAll() {
  const [fal, kie, openai, runway] = (await Promise.all([
    runDouble('--provider', 'fal', ...QUICK),
    runDouble('--provider', 'kie', ...QUICK, '--set', 'newTasksMax=null'),
    runDouble('--provider', 'openai', ...QUICK),
    runDouble('--provider', 'runway', ...QUICK),
  ])) as [RunningProcess, RunningProcess, RunningProcess, RunningProcess]
  const models = [
    { id: 'of-fal', offers: ['fal/gpt-image-2.5-flare'] },
    { id: 'of-kie', offers: ['kie/gpt-image-2-5-flare'] },
    { id: 'of-openai', offers: ['openai/gpt-image-2.5-flare'] },
    { id: 'of-runway', offers: ['runway/gpt-image-2-5-flare'] },
  ]
  const system = await openSystem(
    {
      IMAGE_STALL_SECONDS: '120',
      PROVIDERS: 'fal,kie,openai,runway',
      ...withFile({ models }),
      FAL_KEY: KEY,
      FAL_ACCOUNT_ID: 'double-account',
      FAL_QUEUE_URL: fal.url,
      FAL_PLATFORM_URL: `${fal.url}/api/v1`,
      FAL_REST_URL: `${fal.url}/rest`,
      KIE_KEY: KEY,
      KIE_API_URL: kie.url,
      KIE_UPLOAD_URL: kie.url,
      OPENAI_KEY: KEY,
      OPENAI_BASE_URL: `${openai.url}/v1`,
      RUNWAY_KEY: KEY,
      RUNWAY_BASE_URL: runway.url,
    },
    () => {},
  )
  return { system, doubles: { fal, kie, openai, runway } }
}

test('each provider makes an order with references from settings alone, bought once', async () => {
  const { system, doubles } = await openAll()
  try {
    const user = await system.createUser()
    const { id: productId } = await makeProduct(system, user)
    await makePhoto(system, user, productId)
    for (const [name, double] of Object.entries(doubles)) {
      const { status, body } = await system.submit(user, { model: `of-${name}`, productId })
      expect([name, status]).toEqual([name, 201])
      const media = await system.finished(user, body.id, 60_000)
      expect(media).toMatchObject({ status: 'completed', model: `of-${name}` })
      const { submits } = await double.log()
      expect([name, submits.map(({ outcome }) => outcome)]).toEqual([name, ['accepted']])
    }
  } finally {
    await system.close()
  }
}, 180_000)
