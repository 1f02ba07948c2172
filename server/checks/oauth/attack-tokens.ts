import type { Failures } from '../../harness/attacks/index.ts'
import { age, askMcp, decide, exchange, openConsent, openFlow, opens, refresh, review } from './flow.ts'
import type { World } from './open-world.ts'

/** A token is used after its end, or in the place of another kind. */
export async function replayTokens(world: World, { unless }: Failures): Promise<void> {
  const consent = await openConsent(world)
  unless(await opens(world, consent.access), 'a fresh access token opens nothing')
  for (const [what, text] of [
    ['a refresh token', consent.refreshToken],
    ['a code', consent.code],
    ['a cut token', consent.access.slice(0, -1)],
    ['nothing', ''],
  ] as const)
    unless(!(await opens(world, text)), `${what} opens /mcp`)
  for (const text of [consent.access, consent.code, consent.owner.apiKey])
    unless((await refresh(consent, text)).status === 400, `${text.slice(0, 4)} was refreshed`)
  await age(world, 'oauth_tokens', consent.access, `expires_at = now() - interval '1 s'`)
  unless(!(await opens(world, consent.access)), 'an access token works after its hour')
  const { body } = await refresh(consent, consent.refreshToken)
  unless(await opens(world, body.access_token), 'a refresh gives no token')
  const path = `/api/account/keys/${consent.keyId}`
  await consent.owner.send('DELETE', path)
  unless(!(await opens(world, body.access_token)), 'a token of a revoked consent works')
  unless((await refresh(consent, body.refresh_token)).status === 400, 'a revoked consent was refreshed')
}

/** A refresh token that was stolen and replaced is used again. */
export async function reuseRefreshToken(world: World, { unless }: Failures): Promise<void> {
  // Only from the second on each refresh has a connection of its own.
  for (const _ of [1, 2, 3]) {
    const honest = await openConsent(world)
    const burst = await Promise.all([1, 2, 3, 4, 5, 6].map(() => refresh(honest, honest.refreshToken)))
    unless(
      burst.every(({ status }) => status === 200),
      'a host that refreshes in parallel is logged out',
    )
    const next = new Set(burst.map(({ body }) => body.refresh_token))
    unless(next.size === 1, 'a replaced token has several successors')
  }
  const late = await openConsent(world)
  const { body } = await refresh(late, late.refreshToken)
  await age(world, 'oauth_tokens', late.refreshToken, `replaced_at = now() - interval '121 s'`)
  unless((await refresh(late, late.refreshToken)).status === 400, 'a replaced token works after the grace')
  unless(!(await opens(world, body.access_token)), 'the family of a reused token still opens /mcp')
  unless((await refresh(late, body.refresh_token)).status === 400, 'the family of a reused token goes on')
  const busy = await openConsent(world)
  const statuses: number[] = []
  for (let use = 0; use < 12; use++) statuses.push((await refresh(busy, busy.refreshToken)).status)
  unless(statuses.at(-1) === 400, 'a token works more than ten times within the grace')
  unless(!(await opens(world, busy.access)), 'a family that was used too often still opens /mcp')
}

/** A token for `/mcp` is used elsewhere, or one for another service is asked for here. */
export async function crossAudience(world: World, { unless }: Failures): Promise<void> {
  const consent = await openConsent(world)
  const authorization = `Bearer ${consent.access}`
  for (const path of ['/api/gen/credits', '/api/gen/media', '/api/agent/topics', '/api/account/keys']) {
    const answer = await world.send()('GET', path, { headers: { authorization } })
    unless(answer.status === 401, `a token is answered ${answer.status} at ${path}`)
  }
  const header = await world.send()('GET', '/api/gen/credits', { headers: { 'x-api-key': consent.access } })
  unless(header.status === 401, 'a token is taken as a key')
  unless((await askMcp(world, consent.access, '/mcp/key')).status === 401, 'a token opens /mcp/key')
  for (const resource of [undefined, 'https://other.example/mcp', `${world.baseUrl}/api`, world.baseUrl]) {
    const flow = await openFlow(world, { change: { resource } })
    unless((await review(flow)).status === 400, `a token for ${resource} may be asked for`)
  }
  const flow = await openFlow(world)
  const { code } = await decide(flow)
  const other = await exchange(flow, code, { resource: 'https://other.example/mcp' })
  unless(other.status === 400, 'a code was exchanged for another resource')
}

/** Hosts find out how to ask for a token, and key users are left alone. */
export async function discover(world: World, { unless }: Failures): Promise<void> {
  const { owner, access } = await openConsent(world)
  const refused = await askMcp(world, undefined)
  const challenge = String(refused.headers['www-authenticate'])
  const metadata = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? ''
  unless(refused.status === 401 && metadata.startsWith(world.baseUrl), `the challenge is ${challenge}`)
  unless(challenge.includes('scope="read generate cep knowledge"'), 'the challenge names no scopes')
  await age(world, 'oauth_tokens', access, `expires_at = now() - interval '1 s'`)
  const stale = String((await askMcp(world, access)).headers['www-authenticate'])
  unless(stale.includes('error="invalid_token"'), 'a dead token is not called one')
  const { body } = await world.send()('GET', metadata.slice(world.baseUrl.length))
  unless(body?.resource === `${world.baseUrl}/mcp`, 'the metadata is not that of /mcp')
  const byKey = await askMcp(world, undefined, '/mcp/key')
  unless(!String(byKey.headers['www-authenticate']).includes('resource_metadata'), '/mcp/key leads to OAuth')
  for (const path of ['/mcp', '/mcp/key'])
    unless((await askMcp(world, owner.apiKey, path)).status === 200, `a key does not open ${path}`)
  for (const path of ['', '/mcp/key', '/x']) {
    const answer = await world.send()('GET', `/.well-known/oauth-protected-resource${path}`, {
      headers: { accept: 'text/html' },
    })
    unless(answer.status === 404 && answer.body?.code === 'not_found', `there is a document at ${path}`)
  }
}
