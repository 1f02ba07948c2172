import { hash, randomUUID } from 'node:crypto'
import { type Call, type Double, empty, isRecord, json, type Reply, type Route } from '../core/index.ts'
import { locked } from './envelope.ts'
import { lockReason } from './queue-state.ts'

/** Uploads: an address is asked for with the key, and the bytes are put there without it. */
export function newStorageRoutes(double: Double): Route[] {
  return [
    {
      kind: 'upload',
      method: 'POST',
      path: '/rest/storage/upload/initiate',
      handle: (call) => initiate(double, call),
    },
    {
      kind: 'put',
      method: 'PUT',
      path: '/rest/uploads/:id/:name',
      isOpen: true,
      handle: (call) => put(double, call),
    },
  ]
}

function initiate(double: Double, call: Call): Reply {
  const reason = lockReason(double)
  if (reason !== undefined) return locked(reason)
  const { file_name: name, content_type: type } = isRecord(call.body) ? call.body : {}
  if (typeof name !== 'string' || typeof type !== 'string')
    return json(422, { detail: [{ loc: ['body', 'file_name'], msg: 'Field required', type: 'missing' }] })
  if (call.query.get('storage_type') !== 'fal-cdn-v3') return json(400, { detail: 'Unknown storage_type' })
  const path = `${randomUUID()}/${encodeURIComponent(name)}`
  return json(200, {
    file_url: `${call.baseUrl}/files/${path}`,
    upload_url: `${call.baseUrl}/rest/uploads/${path}?signature=${sign(path)}`,
  })
}

function put(double: Double, call: Call): Reply {
  const path = `${call.params.id}/${call.params.name}`
  if (call.query.get('signature') !== sign(path)) return json(403, { detail: 'Invalid signature' })
  const contentType = call.headers['content-type'] ?? 'application/octet-stream'
  double.uploads.set(path, { bytes: call.bytes, contentType })
  return empty(200)
}

const sign = (path: string): string => hash('sha256', `fal upload ${path}`).slice(0, 40)
