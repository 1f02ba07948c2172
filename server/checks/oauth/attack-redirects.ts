import type { Failures } from '../../harness/attacks/index.ts'
import { CALLBACK, decide, openFlow, register, review } from './flow.ts'
import type { World } from './open-world.ts'

const TRICKS = [
  `${CALLBACK}/`,
  `${CALLBACK}?next=https://evil.example`,
  `${CALLBACK}/../callback`,
  `${CALLBACK}#x`,
  'https://client.example/callback2',
  'https://client.example:444/callback',
  'https://client.example.evil.example/callback',
  'https://client.example@evil.example/callback',
  'https://client.example%40evil.example/callback',
  'https://evil.example/callback',
  'https://evil.example\\@client.example/callback',
  'http://client.example/callback',
  'http://localhost/callback',
  'http://localhost:9/other',
  CALLBACK.replace('client', 'CLIENT'),
  '//evil.example/callback',
  '',
]

/** The code is sent to an address that the client has not named. */
export async function trickRedirects(world: World, { unless }: Failures): Promise<void> {
  const redirect_uris = [CALLBACK, 'http://127.0.0.1/callback']
  const flow = await openFlow(world, { metadata: { redirect_uris } })
  for (const uri of TRICKS) {
    const request = new URLSearchParams(flow.request)
    request.set('redirect_uri', uri)
    const answer = await decide({ ...flow, request: request.toString() })
    unless(answer.status === 400, `a code would go to ${uri}`)
  }
  const twice = await decide({
    ...flow,
    request: `${flow.request}&redirect_uri=${encodeURIComponent(redirect_uris[1] ?? '')}`,
  })
  unless(twice.status === 400, 'one of two addresses was chosen')
  for (const port of [1, 33_418, 65_535]) {
    const request = new URLSearchParams(flow.request)
    request.set('redirect_uri', `http://127.0.0.1:${port}/callback`)
    unless(
      (await decide({ ...flow, request: request.toString() })).status === 201,
      `port ${port} is locked out`,
    )
  }
}

const HARMFUL = [
  'javascript:alert(document.cookie)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://client.example/x',
  'http://client.example/callback',
  'http://localhost.evil.example/callback',
  'https://user:secret@client.example/callback',
  'https://client.example/callback#code',
  'https://*.client.example/callback',
  'anything://callback',
]

/** A client registers an address that runs in the page of the owner, or that everybody can read. */
export async function registerHarmful(world: World, { unless }: Failures): Promise<void> {
  for (const uri of HARMFUL.filter((one) => !one.includes('*'))) {
    const answer = await register(world.send(), { redirect_uris: [uri] })
    unless(answer.status === 400, `${uri} was registered`)
  }
  // A star is a letter like all others.
  const flow = await openFlow(world, {
    metadata: { redirect_uris: ['https://*.client.example/callback'] },
    change: { redirect_uri: 'https://evil.client.example/callback' },
  })
  unless((await review(flow)).status === 400, 'a star stood for any host')
}

/** A link to our page is to send the browser of a victim elsewhere. */
export async function redirectOpenly(world: World, { unless }: Failures): Promise<void> {
  const evil = 'https://evil.example/phish'
  const changes = [
    ['an unknown client', { client_id: 'cli_4cVbN0aRkQ2sX8mLtZ1yPw', redirect_uri: evil }],
    ['no client', { client_id: undefined, redirect_uri: evil }],
    ['a foreign address', { redirect_uri: evil }],
    ['a foreign address and an error', { redirect_uri: evil, response_type: 'token' }],
  ] as const
  for (const [what, change] of changes) {
    const answer = await review(await openFlow(world, { change }))
    unless(answer.status === 400, `${what} is shown to the owner`)
    unless(!answer.text.includes('evil.example'), `${what} leads to evil.example`)
  }
  const page = await world.send()('GET', `/oauth/authorize?redirect_uri=${encodeURIComponent(evil)}`, {
    headers: { accept: 'text/html' },
  })
  unless(page.headers.location === undefined, 'the page itself redirects')
}
