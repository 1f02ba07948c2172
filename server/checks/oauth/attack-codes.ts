import type { Failures } from '../../harness/attacks/index.ts'
import {
  age,
  askOwner,
  CALLBACK,
  decide,
  exchange,
  openConsent,
  openFlow,
  opens,
  refresh,
  review,
} from './flow.ts'
import type { World } from './open-world.ts'

/** A code that was stolen is used a second time. */
export async function reuseCode(world: World, failures: Failures): Promise<void> {
  const { unless } = failures
  const consent = await openConsent(world)
  unless(await opens(world, consent.access), 'the first use of a code opens nothing')
  const second = await exchange(consent, consent.code)
  unless(second.status === 400, 'a code worked twice')
  unless(!(await opens(world, consent.access)), 'the access token of a reused code still works')
  const refreshed = await refresh(consent, consent.refreshToken)
  unless(refreshed.status === 400, 'the refresh token of a reused code still works')
  // One race alone may be lost by accident.
  for (let race = 0; race < RACES; race++) await raceCodes(world, failures)
  const late = await openFlow(world)
  const { code } = await decide(late)
  await age(world, 'oauth_codes', code, `expires_at = now() - interval '1 s'`)
  unless((await exchange(late, code)).status === 400, 'a code works after its minute')
}

const USES = 8
const RACES = 5

/** A code is used several times at once. Wrong uses go first, so that each has a connection of its own. */
async function raceCodes(world: World, { unless }: Failures): Promise<void> {
  const flow = await openFlow(world)
  const { code } = await decide(flow)
  const useAtOnce = (change = {}) =>
    Promise.all(Array.from({ length: USES }, () => exchange(flow, code, change)))
  await useAtOnce({ code_verifier: 'x'.repeat(43) })
  const won = (await useAtOnce()).filter(({ status }) => status === 200)
  unless(won.length <= 1, `${won.length} uses at once got tokens`)
  for (const { body } of won)
    unless(!(await opens(world, body.access_token)), 'the first of several uses at once keeps its token')
}

/** The code of a victim is injected into the exchange of an attacker. */
export async function injectCode(world: World, { unless }: Failures): Promise<void> {
  const victim = await openFlow(world)
  const attacker = await openFlow(world)
  const { code } = await decide(victim)
  const asOther = await exchange(attacker, code, { code_verifier: victim.verifier })
  unless(asOther.status === 400, 'another client exchanged a code')
  const wrong = await exchange(victim, code, { code_verifier: attacker.verifier })
  unless(wrong.status === 400, 'a code was exchanged with another verifier')
  const elsewhere = await exchange(victim, code, { redirect_uri: `${CALLBACK}/other` })
  unless(elsewhere.status === 400, 'a code was exchanged for another address')
  unless((await exchange(victim, code)).status === 200, 'the client itself was locked out')
}

/** PKCE is left out, or weakened to `plain`. */
export async function downgradeChallenge(world: World, { unless }: Failures): Promise<void> {
  const changes = [
    ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }],
    ['an empty challenge', { code_challenge: '' }],
    ['the method plain', { code_challenge_method: 'plain' }],
    ['no method', { code_challenge_method: undefined }],
    ['an implicit answer', { response_type: 'token' }],
  ] as const
  const { clientId } = await openFlow(world)
  const first = await askOwner(world, clientId)
  for (const [what, change] of changes) {
    const request = new URLSearchParams(first.request)
    for (const [name, value] of Object.entries(change)) {
      request.delete(name)
      if (value !== undefined) request.set(name, value)
    }
    const flow = { ...first, request: request.toString() }
    unless((await review(flow)).status === 400, `${what} is shown to the owner`)
    unless((await decide(flow)).status === 400, `${what} was allowed`)
  }
  const { code } = await decide(first)
  const bare = await exchange(first, code, { code_verifier: undefined })
  unless(bare.status === 400, 'a code was exchanged without a verifier')
}

/** A client of two servers is made to send the code of one to the other. */
export async function mixUp(world: World, { unless }: Failures): Promise<void> {
  const flow = await openFlow(world)
  const { body: metadata } = await world.send()('GET', '/.well-known/oauth-authorization-server')
  unless(metadata.issuer === world.baseUrl, `the issuer is ${metadata.issuer}`)
  unless(
    metadata.authorization_response_iss_parameter_supported === true,
    'the metadata does not promise an issuer',
  )
  const wrong = await openFlow(world, { change: { resource: undefined } })
  const answers = [
    ['a code', (await decide(flow)).sentTo],
    ['a refusal', (await decide(flow, { decision: 'refuse' })).sentTo],
    ['an error', new URL((await review(wrong)).body.redirectTo)],
  ] as const
  for (const [what, sentTo] of answers) {
    unless(sentTo?.searchParams.get('iss') === world.baseUrl, `${what} names no issuer`)
    unless(sentTo?.searchParams.get('state') === 'a state', `${what} lost the state`)
  }
}
