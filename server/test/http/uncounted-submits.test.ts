import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { waitUntil } from '../../harness/processes/index.ts'
import { submitVideo } from '../../src/edge/routes/gen-video.post.ts'
import { useOwnApi } from '../use-own-api.ts'
import { useSharedSystem } from '../use-shared-system.ts'

/** As many forms as one process receives at once. */
const FORMS_MAX = 32
const FORMS_PER_USER_MAX = 8
const BOUNDARY = 'b'
const PART = [
  `--${BOUNDARY}`,
  'content-disposition: form-data; name="file"; filename="a.png"',
  'content-type: image/png',
  '',
  'half a pic',
].join('\r\n')

const system = useSharedSystem()
const api = useOwnApi([submitVideo])
const sockets: ReturnType<typeof connect>[] = []

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** Sends the head and a part of a form, and leaves the connection open. */
function sendPartOfForm(apiKey: string) {
  const { hostname, port } = new URL(api())
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => undefined)
  sockets.push(socket)
  const head = [
    'POST /api/gen/video HTTP/1.1',
    'host: localhost',
    `x-api-key: ${apiKey}`,
    `content-type: multipart/form-data; boundary=${BOUNDARY}`,
    'content-length: 100000',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${PART}`)
  return socket
}

const sendForm = (apiKey: string) => {
  const body = new FormData()
  body.append('prompt', 'a mug')
  return fetch(`${api()}/api/gen/video`, { method: 'POST', headers: { 'x-api-key': apiKey }, body })
}

const takenSlots = async (userId: string): Promise<number> => {
  const row = await system().db.row<{ n: number }>(
    `select cardinality(stamps) as n from rate_logs where user_id = $1 and class = 'submits'`,
    [userId],
  )
  return row?.n ?? 0
}

test('a form that is refused because the service is busy takes no submit slot', async () => {
  const [user, asking] = await Promise.all([system().createUser(), system().createUser()])
  const holders = await Promise.all(
    Array.from({ length: FORMS_MAX / FORMS_PER_USER_MAX }, () => system().createUser()),
  )
  for (const { apiKey } of holders) for (let i = 0; i < FORMS_PER_USER_MAX; i++) sendPartOfForm(apiKey)
  // Another user finds out when the service is busy, because a form that comes too early is counted. It may
  // also take the place of one that should stay open, so another one is opened after it.
  const isBusy = async () => {
    const { status } = await sendForm(asking.apiKey)
    if (status !== 503) sendPartOfForm(asking.apiKey)
    return status === 503
  }
  await waitUntil('the service is busy', isBusy, { withinMs: 5_000 })
  const busy = await sendForm(user.apiKey)
  expect([busy.status, ((await busy.json()) as { code: string }).code]).toEqual([503, 'service_unavailable'])
  expect(busy.headers.get('x-ratelimit-remaining')).toBe('10')
  expect(await takenSlots(user.id)).toBe(0)
})

test('a form that never arrives in full takes no submit slot and writes nothing', async () => {
  const user = await system().createUser()
  const socket = sendPartOfForm(user.apiKey)
  await sleep(100) // the head has to arrive before the connection is closed
  socket.destroy()
  // Without the rule the slot is taken within milliseconds.
  for (const until = Date.now() + 500; Date.now() < until; await sleep(50))
    expect(await takenSlots(user.id)).toBe(0)
})
