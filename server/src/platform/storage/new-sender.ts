import type { Readable } from 'node:stream'
import { type Dispatcher, request } from 'undici'
import type { Outage } from '#platform/log'
import { newSigner, type SigningSettings } from './new-signer.ts'

/** Storage cannot be reached or failed with a 5xx status; the request itself may be fine. */
export class StorageUnavailable extends Error {}

/** A conditional write found its key taken. */
export class KeyTaken extends Error {}

/** There is no object under this key. */
export class ObjectMissing extends Error {}

export type Send = (
  method: 'PUT' | 'GET' | 'HEAD' | 'DELETE',
  key: string,
  headers: Record<string, string>,
  more?: { body?: Readable | Buffer | null; query?: Record<string, string> },
) => Promise<Dispatcher.ResponseData>

/** Told whether the storage answers, and of each answer; 0 when there is none. */
export type StorageWatch = {
  outage?: Outage
  note?(method: string, seconds: number, status: number): void
}

type Pools = Record<'reading' | 'writing', Dispatcher>

/** Sends signed requests. Every answer that is not a success is thrown. */
export function newSender(
  settings: SigningSettings & { bucket: string },
  { reading, writing }: Pools,
  { outage, note }: StorageWatch = {},
): Send {
  const base = settings.endpoint.replace(/\/$/, '')
  const sign = newSigner(settings)
  return async (method, key, headers, { body = null, query = {} } = {}) => {
    const path = `/${settings.bucket}/${key}`
    const signed = await sign(method, path, headers, query)
    const dispatcher = method === 'GET' || method === 'HEAD' ? reading : writing
    const startedAt = performance.now()
    const told = (status: number) => note?.(method, (performance.now() - startedAt) / 1_000, status)
    const sent = request(base + path, { dispatcher, method, headers: signed, body, query })
    const response = await sent.catch((error) => {
      told(0)
      outage?.failed(error)
      throwUnavailable(error)
    })
    told(response.statusCode)
    if (response.statusCode < 500) outage?.worked()
    if (response.statusCode < 300) return response
    const text = await response.body.text()
    const message = `storage answered ${response.statusCode} to ${method} ${key}: ${text}`
    if (response.statusCode >= 500) {
      const error = new StorageUnavailable(message)
      outage?.failed(error)
      throw error
    }
    if (response.statusCode === 412) throw new KeyTaken(message)
    throw response.statusCode === 404 ? new ObjectMissing(message) : new Error(message)
  }
}

export function throwUnavailable(cause: Error): never {
  throw new StorageUnavailable(`storage cannot be reached: ${cause.message}`, { cause })
}
