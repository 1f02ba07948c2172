import { createPrivateKey, createPublicKey, hash, type KeyObject, sign } from 'node:crypto'
import {
  type BuiltCallback,
  type CallbackRequest,
  type Double,
  findFault,
  json,
  type Route,
} from '../core/index.ts'
import { failureOf } from './failure.ts'
import { outputOf } from './output.ts'

interface Webhooks {
  keysRoute: Route
  build(request: CallbackRequest): BuiltCallback | undefined
}

const FOREIGN_ACCOUNT = 'another-account'
/** The time that a signature is valid is 300 seconds in both directions. */
const OLD_SECONDS = 600
/** What precedes the 32 bytes of a private Ed25519 key in PKCS 8. */
const KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Webhooks, signed with a key that the JWKS route shows. Keys follow from the seed: a restart keeps them. */
export function newWebhooks(double: Double): Webhooks {
  const { seed, account } = double.config
  const current = newKey(`fal ${seed} current`)
  const unlisted = newKey(`fal ${seed} unlisted`)
  // Readers must look for the fitting key: the first one is another.
  const listed = [newKey(`fal ${seed} earlier`), current]
  const keys = listed.map((key, index) => ({
    ...createPublicKey(key).export({ format: 'jwk' }),
    kid: `key-${index}`,
    use: 'sig',
  }))
  return {
    keysRoute: {
      kind: 'keys',
      method: 'GET',
      path: '/rest/.well-known/jwks.json',
      isOpen: true,
      handle: () => json(200, { keys }, { 'cache-control': 'max-age=86400' }),
    },
    build: (request) => {
      // A request that left the queue announces nothing.
      if (request.state.status === 'cancelled') return undefined
      const body = JSON.stringify(bodyOf(double, request))
      const isForged = request.variant === 'forged'
      const how = isForged ? request.with.how : undefined
      if (how === 'unsigned') return { headers: {}, body }
      const ageSeconds = request.variant === 'old_timestamp' ? OLD_SECONDS : 0
      const signed = {
        requestId: request.task.id,
        userId: request.variant === 'foreign_account' ? FOREIGN_ACCOUNT : account,
        timestamp: String(Math.floor(double.clock.now() / 1000) - ageSeconds),
        body: how === 'other body' ? `${body} ` : body,
      }
      return { headers: headersOf(signed, isForged && how === undefined ? unlisted : current), body }
    },
  }
}

interface Signed {
  requestId: string
  userId: string
  timestamp: string
  body: string
}

function headersOf({ requestId, userId, timestamp, body }: Signed, key: KeyObject): Record<string, string> {
  const message = [requestId, userId, timestamp, hash('sha256', body)].join('\n')
  return {
    'x-fal-webhook-request-id': requestId,
    'x-fal-webhook-user-id': userId,
    'x-fal-webhook-timestamp': timestamp,
    'x-fal-webhook-signature': sign(null, Buffer.from(message), key).toString('hex'),
  }
}

function bodyOf(double: Double, { task, state, attempt, variant }: CallbackRequest) {
  const isRetried = attempt > 1 || findFault(task, 'retried') !== undefined
  const gateway = isRetried ? uuidOf(`${task.id} ${attempt}`) : task.id
  const base = { request_id: task.id, gateway_request_id: gateway }
  const failure = failureOf(task, state)
  if (failure)
    return {
      ...base,
      status: 'ERROR',
      error: `Invalid status code: ${failure.status}`,
      payload: failure.body,
    }
  if (variant === 'payload_error')
    return {
      ...base,
      status: 'OK',
      payload: null,
      payload_error: 'Response payload is not JSON serializable',
    }
  const { baseUrl } = task.extra
  return { ...base, status: 'OK', payload: outputOf(double, String(baseUrl), { task, state }) }
}

function newKey(text: string): KeyObject {
  const secret = Buffer.from(hash('sha256', text), 'hex')
  return createPrivateKey({ key: Buffer.concat([KEY_PREFIX, secret]), format: 'der', type: 'pkcs8' })
}

/** A uuid that follows from the text: the same delivery has the same id when it is built again. */
function uuidOf(text: string): string {
  const hex = hash('sha256', text)
  const version = `4${hex.slice(13, 16)}`
  return [hex.slice(0, 8), hex.slice(8, 12), version, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}
