import { crc32 } from 'node:zlib'
import type { CallOptions } from '../api.ts'
import { expectOneOf, expectThat } from '../expect.ts'
import { expectRefusals, expectStatus } from '../expect-answer.ts'
import type { Section, Suite } from '../suite.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export const auth: Section = {
  name: 'auth',
  async run(suite) {
    const { owner, stranger: otherUser } = suite.callers
    const { apiKey } = owner
    const credits = creditsOf(suite)
    await suite.check(
      'no key, a key in the query string, and two different keys are 401 with an error body',
      () =>
        expectRefusals(401, {
          'no key': credits({}),
          'query key': credits({}, `?api_key=${apiKey}&x-api-key=${apiKey}`),
          'two keys': credits({ key: apiKey, bearer: otherUser.apiKey }),
        }),
    )
    await suite.check(
      'a key has the decided form with its checksum; altered, shortened, lengthened or unknown it is 401',
      () => checkKeyForm(suite, apiKey),
    )
    await suite.check('both header styles work, also together when they are equal', async () => {
      for (const options of [{ key: apiKey }, { bearer: apiKey }, { key: apiKey, bearer: apiKey }])
        expectStatus(await credits(options), 200, Object.keys(options).join())
    })
    await suite.check('an API key cannot create API keys', async () => {
      const { status } = await owner.post('/api/account/keys', { name: 'more' })
      expectOneOf(status, [401, 403, 404], 'status')
    })
  },
}

const creditsOf =
  ({ api }: Suite) =>
  (options: CallOptions, query = '') =>
    api.call('GET', `/api/gen/credits${query}`, options)

async function checkKeyForm(suite: Suite, apiKey: string): Promise<void> {
  const credits = creditsOf(suite)
  const hasForm = /^hsk_[0-9A-Za-z]{49}$/.test(apiKey) && withChecksum(apiKey.slice(0, 47)) === apiKey
  expectThat(hasForm, `form of ${apiKey.slice(0, 8)}...`)
  const altered = (at: number) =>
    apiKey.slice(0, at) + (apiKey[at] === 'A' ? 'B' : 'A') + apiKey.slice(at + 1)
  const wrong = {
    'made up': `hsk_${'a'.repeat(49)}`,
    'random part altered': altered(20),
    'checksum altered': altered(52),
    'one short': apiKey.slice(0, -1),
    'one long': `${apiKey}0`,
    'other prefix': withChecksum(`hsx_${apiKey.slice(4, 47)}`),
    'well-formed, unknown': withChecksum(altered(20).slice(0, 47)),
  }
  for (const [what, key] of Object.entries(wrong))
    await expectRefusals(401, { [what]: credits({ key }), [`${what}, as bearer`]: credits({ bearer: key }) })
}

function withChecksum(head: string): string {
  let text = ''
  for (let rest = crc32(head); rest > 0; rest = Math.floor(rest / 62)) text = BASE62[rest % 62] + text
  return head + text.padStart(6, '0')
}
