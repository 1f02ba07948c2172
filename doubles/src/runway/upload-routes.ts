import { hash, randomUUID } from 'node:crypto'
import { type Call, type Double, empty, json, type Reply, type Route, text } from '../core/index.ts'
import { findIssues, type Shape } from './find-issues.ts'
import { refuseIssues } from './refuse.ts'

const FILE_BYTES_MAX = 200 << 20

const request: Shape = {
  is: 'object',
  required: { filename: { is: 'text', max: 255 }, type: { is: 'one of', values: ['ephemeral'] } },
  optional: {},
}

interface Started {
  runwayUri: string
  fields: Record<string, string>
}

/** An upload has two steps: the API hands out a form, and the storage takes it without a key. */
export function newUploadRoutes(double: Double, uploadedAt: Map<string, number>): Route[] {
  const started = new Map<string, Started>()
  const start = (call: Call): Reply => {
    const issues = findIssues(request, call.body)
    if (issues.length > 0) return refuseIssues(issues)
    const id = randomUUID()
    const runwayUri = `runway://${id}`
    const fields = newFields(id, double.clock.now())
    started.set(id, { runwayUri, fields })
    return json(200, { uploadUrl: `${call.baseUrl}/storage/${id}`, fields, runwayUri })
  }
  const receive = (call: Call): Reply => {
    const found = started.get(call.params.id ?? '')
    const wrong = findFormFault(call, found)
    if (wrong) return wrong
    const [file] = call.form?.files ?? []
    if (!found || !file) return refuseForm(403, 'AccessDenied')
    double.uploads.set(found.runwayUri, { bytes: file.bytes, contentType: file.type })
    uploadedAt.set(found.runwayUri, double.clock.now())
    return empty(204)
  }
  return [
    { kind: 'upload', method: 'POST', path: '/v1/uploads', handle: start },
    { kind: 'storage', method: 'POST', path: '/storage/:id', isOpen: true, handle: receive },
  ]
}

function newFields(id: string, now: number): Record<string, string> {
  const expiration = new Date(now + 3_600_000).toISOString()
  const Policy = Buffer.from(JSON.stringify({ expiration, conditions: [{ key: id }] })).toString('base64')
  const date = `${new Date(now).toISOString().replace(/[:-]/g, '').slice(0, 15)}Z`
  const signature = hash('sha256', `runway-double.${Policy}`)
  return {
    key: id,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Date': date,
    Policy,
    'X-Amz-Signature': signature,
  }
}

/** The rules of the storage: all fields as they were given, then one file, and no key of the API. */
function findFormFault({ form, bytes, headers }: Call, found: Started | undefined): Reply | undefined {
  if (!found) return refuseForm(403, 'AccessDenied')
  if (headers.authorization !== undefined) return refuseForm(400, 'InvalidArgument')
  if (!form) return refuseForm(412, 'PreconditionFailed')
  const [file, ...others] = form.files
  if (!file || others.length > 0 || file.field !== 'file') return refuseForm(400, 'InvalidArgument')
  const placeOf = (name: string) => bytes.indexOf(`name="${name}"`)
  const isComplete = Object.entries(found.fields).every(
    ([name, value]) =>
      form.fields.some((field) => field[0] === name && field[1] === value) && placeOf(name) < placeOf('file'),
  )
  if (!isComplete) return refuseForm(403, 'AccessDenied')
  return file.bytes.length > FILE_BYTES_MAX ? refuseForm(400, 'EntityTooLarge') : undefined
}

/** The storage answers in XML, not in the envelope of the API. */
const refuseForm = (status: number, code: string): Reply =>
  text(status, `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`, {
    'content-type': 'application/xml',
  })
