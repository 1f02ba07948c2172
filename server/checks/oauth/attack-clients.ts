import type { RequestListener } from 'node:http'
import type { Failures } from '../../harness/attacks/index.ts'
import { askOwner, CALLBACK, register, review } from './flow.ts'
import type { World } from './open-world.ts'

const metadata = { client_name: 'Flood', redirect_uris: [CALLBACK] }
const PER_MINUTE = 10
const PER_NETWORK = 50
const IN_ALL = 5_000

/** A network, or many, fill the table of clients. */
export async function floodRegistrations(world: World, { unless }: Failures): Promise<void> {
  const fast = world.send(world.takeNetwork())
  const answers: number[] = []
  for (let i = 0; i <= PER_MINUTE; i++) answers.push((await register(fast, metadata)).status)
  unless(answers.at(-1) === 429, `${answers.length} registrations of a network in a minute`)
  const slow = world.takeNetwork()
  const ids: string[] = []
  for (let i = 0; i <= PER_NETWORK; i++) {
    // As if each came in a minute of its own.
    await world.db.query(`update rate_logs set stamps = '{}' where class = 'registrations of a network'`)
    ids.push((await register(world.send(slow), metadata)).body.client_id)
  }
  const left = await world.db.query<{ id: string }>(`select id from oauth_clients where id = any($1)`, [ids])
  unless(left.rows.length === PER_NETWORK, `a network has ${left.rows.length} unused clients`)
  unless(
    left.rows.some(({ id }) => id === ids.at(-1)),
    'a network that registered too often is locked out',
  )
  await world.db.query(
    `insert into oauth_clients (id, name, redirect_uris, network, created_at)
     select 'cli_' || lpad(n::text, 22, '0'), 'Flood', array['https://client.example/'], 'flood ' || n,
       now() - interval '1 hour' from generate_series(1, $1::int) n on conflict do nothing`,
    [IN_ALL + 100],
  )
  const last = await register(world.send(), metadata)
  const { rows } = await world.db.query<{ count: number }>(
    'select count(*) from oauth_clients where used_at is null',
  )
  unless(Number(rows[0]?.count) <= IN_ALL, `${rows[0]?.count} unused clients are kept`)
  unless(
    (await review(await askOwner(world, last.body.client_id))).status === 200,
    'a new client was dropped',
  )
  await world.db.query(`delete from oauth_clients where network like 'flood %'`)
}

/** The address of a document leads into our network, elsewhere, or to something else than a document. */
export async function forgeRequests(world: World, { unless }: Failures): Promise<void> {
  const { documents } = world
  const describe = (client_id: string) => ({
    client_id,
    client_name: 'Night agent',
    redirect_uris: [CALLBACK],
  })
  const isKnown = async (clientId: string) => (await review(await askOwner(world, clientId))).status === 200
  unless(await isKnown(documents.publish(describe)), 'a client with a document is not known')
  const hits = documents.canaryHits()
  for (const address of ['127.0.0.1', '10.0.0.7', '169.254.169.254', '192.168.1.1', '100.64.0.1'])
    unless(!(await isKnown(documents.publishInside(address))), `a client at ${address} is known`)
  for (const id of ['https://127.0.0.1/client.json', 'https://[::1]/client.json', 'https://localhost/c.json'])
    unless(!(await isKnown(id)), `${id} is a client`)
  unless(documents.canaryHits() === hits, 'a document was fetched from our own network')
  const real = documents.publish(describe)
  // What is found there names the client that asked: only the redirect itself is wrong.
  let moved = ''
  const target = documents.publish(
    () => ({}),
    (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(moved),
  )
  const redirecting = documents.publish(describe, (_, response) =>
    response.writeHead(302, { location: target }).end(),
  )
  moved = JSON.stringify(describe(redirecting))
  unless(!(await isKnown(redirecting)), 'a redirect of a document was followed')
  unless(!(await isKnown(documents.publish(() => describe(real)))), 'a document of another client is taken')
  const padded = (client_id: string) => ({ ...describe(client_id), padding: 'x'.repeat(100_000) })
  unless(!(await isKnown(documents.publish(padded))), 'a document of 100 KB is read')
  let page = ''
  const shown = documents.publish(describe, (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(page),
  )
  page = JSON.stringify(describe(shown))
  unless(!(await isKnown(shown)), 'a page is taken as a document')
  let asked = 0
  let text = ''
  const counted: RequestListener = (_, response) => {
    asked++
    response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  }
  const id = documents.publish((address) => {
    text = JSON.stringify(describe(address))
    return {}
  }, counted)
  for (let i = 0; i < 2; i++) await isKnown(id)
  unless(asked === 1, `a document was fetched ${asked} times`)
}
