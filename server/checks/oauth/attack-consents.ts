import type { Failures } from '../../harness/attacks/index.ts'
import { askOwner, decide, exchange, openConsent, openFlow, opens, refresh, review } from './flow.ts'
import type { World } from './open-world.ts'

/** A consent that one client or one owner has is used by another. */
export async function confuseDeputy(world: World, { unless }: Failures): Promise<void> {
  const consent = await openConsent(world)
  const other = await openFlow(world)
  const stolen = await refresh(other, consent.refreshToken)
  unless(stolen.status === 400, 'another client refreshed a token')
  // The same client asks the same owner again: without a press there is no code.
  const again = await review({ ...consent })
  unless(!again.text.includes('hsc_'), 'a client that was allowed once gets a code without a press')
  const another = await world.takeOwner()
  const seen = await another.send('GET', '/api/account/keys')
  unless(!seen.text.includes(consent.keyId), 'another owner sees a consent')
  const ended = await another.send('DELETE', `/api/account/keys/${consent.keyId}`)
  unless(ended.status === 404 && (await opens(world, consent.access)), 'another owner ended a consent')
  const rotated = await consent.owner.send('POST', `/api/account/keys/${consent.keyId}/rotate`, { body: {} })
  unless(rotated.status === 404, 'a consent got the secret of a key')
}

/** The page of another site, or an unattended browser, gives the consent. */
export async function forgeConsent(world: World, { unless }: Failures): Promise<void> {
  const flow = await openFlow(world)
  const body = { request: flow.request, decision: 'allow' }
  const foreign = await flow.owner.send('POST', '/api/account/consents', {
    headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    body,
  })
  unless(foreign.status === 401, 'another site gave a consent')
  const plain = await flow.owner.send('POST', '/api/account/consents', {
    headers: { 'content-type': 'text/plain' },
    text: JSON.stringify(body),
  })
  unless(plain.status === 401, 'a plain form gave a consent')
  const nobody = await world.send()('POST', '/api/account/consents', { body })
  unless(nobody.status === 401, 'nobody gave a consent')
  await world.db.query(
    `update sessions set proved_at = now() - interval '16 minutes'
     where user_id = (select id from users where email = $1)`,
    [flow.owner.email],
  )
  unless((await decide(flow)).status === 401, 'an unattended browser gave a consent')
  const page = await world.send()('GET', '/oauth/authorize', { headers: { accept: 'text/html' } })
  if (page.status !== 200) return
  const policy = String(page.headers['content-security-policy'])
  unless(policy.includes("frame-ancestors 'none'"), 'the page may be framed')
}

/** A client takes more than the owner chose, or than it asked for. */
export async function widenScopes(world: World, { unless }: Failures): Promise<void> {
  const flow = await openFlow(world, { change: { scope: 'read' } })
  const wide = await decide(flow, { scopes: ['read', 'generate'] })
  unless(wide.status === 400, 'more was allowed than asked for')
  const narrow = await openFlow(world)
  const { code } = await decide(narrow, { scopes: ['read'], dailyCreditLimit: 400 })
  const { body } = await exchange(narrow, code, { scope: 'read generate' })
  unless(body.scope === 'read', `the token has ${body.scope}`)
  const refreshed = await refresh(narrow, body.refresh_token, { scope: 'read generate cep' })
  unless(refreshed.body?.scope === 'read', 'a refresh widened the scopes')
}

/** A client takes the name of one that the owner knows. */
export async function phishByName(world: World, { unless }: Failures): Promise<void> {
  const names = ['Claude', 'Cl\u0430ud\u0435', 'ClaudeAI', 'C1aude', 'Cluade', 'Chat GPT', 'Atelier']
  for (const client_name of names) {
    const { body } = await review(await openFlow(world, { metadata: { client_name } }))
    unless(body.asked.warnings.includes('look_alike'), `${client_name} is shown without a warning`)
    unless(body.asked.client.host === 'client.example', 'the host is not shown')
  }
  const hidden = await review(await openFlow(world, { metadata: { client_name: 'A\u202egent\n\n  x' } }))
  unless(hidden.body.asked.client.name === 'Agent x', `a name is ${hidden.text.slice(0, 200)}`)
  const local = 'http://localhost:1234/callback'
  const flow = await openFlow(world, {
    metadata: { redirect_uris: [local] },
    change: { redirect_uri: local },
  })
  const { body } = await review(flow)
  unless(body.asked.warnings.includes('loopback'), 'a program on this computer is shown without a warning')
  const ours = world.documents.publish((client_id) => ({
    client_id,
    client_name: 'Night agent',
    redirect_uris: ['https://elsewhere.example/callback'],
  }))
  const elsewhere = await review(
    await askOwner(world, ours, { redirect_uri: 'https://elsewhere.example/callback' }),
  )
  unless(
    elsewhere.body.asked?.warnings.includes('other_host') === true,
    'codes go to another host than the document without a warning',
  )
}
