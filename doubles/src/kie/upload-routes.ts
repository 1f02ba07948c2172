import { randomUUID } from 'node:crypto'
import { type Call, type Double, isRecord, json, type Reply, type Route, type Upload } from '../core/index.ts'
import { newMediaRoutes } from '../media/index.ts'
import { isUrl } from './check-order.ts'
import { refuseUpload } from './envelope.ts'
import { detectType, fetchFile } from './fetch-file.ts'
import { settingsOf } from './settings.ts'

/** A file as it was sent, or the code and the sentence that refuse it. */
type Sent = { file: Upload; names: Record<string, unknown> } | { code: number; message: string }

/** The three ways to upload, and all files. Uploads end sooner than results. */
export function newUploadRoutes(double: Double): Route[] {
  const expiries = new Map<string, number>()
  const removeExpired = () => {
    for (const [key, expiresAt] of expiries)
      if (expiresAt <= double.clock.now()) {
        expiries.delete(key)
        double.uploads.delete(key)
      }
  }
  const answer = (call: Call, sent: Sent): Reply => {
    if ('code' in sent) return refuseUpload(double, sent.code, sent.message)
    const { uploadPath, fileName = newName(sent.file) } = sent.names
    if (!isPath(uploadPath)) return refuseUpload(double, 422, 'uploadPath is required.')
    if (!isPath(fileName)) return refuseUpload(double, 422, 'fileName must be a valid file name.')
    const filePath = `${uploadPath}/${fileName}`.replaceAll(/\/+/g, '/').replace(/^\//, '')
    const key = `kieai/${filePath}`
    // The same name replaces the file.
    double.uploads.set(key, sent.file)
    expiries.set(key, double.clock.now() + double.clock.scaled(settingsOf(double).uploadLifetimeMs))
    return showUpload(double, call, { key, filePath, fileName, file: sent.file })
  }
  const route = (path: string, read: (call: Call) => Sent | Promise<Sent>): Route => ({
    kind: 'upload',
    method: 'POST',
    path,
    handle: async (call) => answer(call, await read(call)),
  })
  const files = newMediaRoutes(double).map((one) => ({
    ...one,
    handle: (call: Call) => {
      removeExpired()
      return one.handle(call)
    },
  }))
  return [
    route('/api/file-stream-upload', readStream),
    route('/api/file-base64-upload', readBase64),
    route('/api/file-url-upload', readAddress),
    ...files,
  ]
}

interface Stored {
  key: string
  filePath: string
  fileName: string
  file: Upload
}

function showUpload(double: Double, call: Call, { key, filePath, fileName, file }: Stored): Reply {
  const data = {
    success: true,
    fileName,
    filePath,
    [settingsOf(double).uploadUrlField]: `${call.baseUrl}/files/${key}`,
    fileSize: file.bytes.length,
    mimeType: file.contentType,
    uploadedAt: new Date(double.clock.now()).toISOString(),
  }
  return json(200, { success: true, code: 200, msg: 'File uploaded successfully', data })
}

function readStream({ form }: Call): Sent {
  if (!form) return { code: 400, message: 'A multipart form is required.' }
  const [file, second] = form.files
  const names = Object.fromEntries(form.fields)
  if (file?.field !== 'file' || second) return { code: 422, message: 'One file is required.' }
  const wrong = findUnknown(names, [])
  if (wrong) return wrong
  return { file: { bytes: file.bytes, contentType: file.type || detectType(file.bytes) }, names }
}

function readBase64({ body }: Call): Sent {
  if (!isRecord(body)) return { code: 400, message: 'The request body is not valid JSON.' }
  const wrong = findUnknown(body, ['base64Data'])
  if (wrong) return wrong
  const { base64Data: text } = body
  const [, type, data] = /^(?:data:([\w.+/-]+);base64,)?([A-Za-z0-9+/]+=*)$/.exec(String(text)) ?? []
  if (typeof text !== 'string' || !data) return { code: 422, message: 'base64Data must be valid base64.' }
  const bytes = Buffer.from(data, 'base64')
  return { file: { bytes, contentType: type ?? detectType(bytes) }, names: body }
}

async function readAddress({ body }: Call): Promise<Sent> {
  if (!isRecord(body)) return { code: 400, message: 'The request body is not valid JSON.' }
  const wrong = findUnknown(body, ['fileUrl'])
  if (wrong) return wrong
  if (!isUrl(body.fileUrl)) return { code: 422, message: 'fileUrl must be a valid URL.' }
  const file = await fetchFile(body.fileUrl)
  return file ? { file, names: body } : { code: 400, message: 'The file could not be downloaded.' }
}

function findUnknown(given: Record<string, unknown>, own: readonly string[]) {
  const known = [...own, 'uploadPath', 'fileName']
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  return unknown === undefined ? undefined : { code: 422, message: `${unknown} is not a known parameter.` }
}

/** Only characters that need no escape in an address, and no way out of the folder. */
const isPath = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w./-]+$/.test(value) && !value.includes('..')

const newName = ({ contentType }: Upload): string => `${randomUUID()}.${contentType.split('/')[1] ?? 'bin'}`
