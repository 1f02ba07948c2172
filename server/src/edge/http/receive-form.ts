import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UPLOAD_BYTES } from '@atelier/contract'
import { Busboy } from '@fastify/busboy'
import { type BytePace, dropBody, newBytePace, newPacedStream } from '#platform/turns'
import { requireUncompressed } from './collect-body.ts'
import {
  badField,
  bodyTimeout,
  bodyTooLarge,
  incompleteBody,
  isStorable,
  tooManyUploads,
  unstorable,
} from './refuse-request.ts'

const FORM_MS = 20_000
/** After the last byte the parser must finish; a part without an end would keep it waiting forever. */
const AFTER_LAST_BYTE_MS = 3_000
/** At the same time, per process: with files of 10 MB, at most 320 MB of disk. */
const FORMS_MAX = 32
/** Of one user. A form that arrives slowly is inside for 20 s. */
const FORMS_PER_USER_MAX = 8
/**
 * Of the forms of one user together: to receive 1 MB takes 10 to 20 ms of this process. An ordinary photo is
 * within the bytes that each form has free.
 */
const BYTES_PER_SECOND = 16 * 1024 * 1024
const FREE_BYTES = 2 * 1024 * 1024
const FIELDS_MAX = 10
const FIELD_BYTES_MAX = 8_192
const FIELD_NAME_CHARACTERS = 100
const PARTS_MAX = 12

export type UploadedFile = { path: string; sizeBytes: number; sha256: Buffer }

export type Form = {
  fields: Record<string, string>
  file: UploadedFile | undefined
  /** Removes the file and allows another form. The http module always calls it after the handler. */
  discard(): Promise<void>
}

export type FormReceiver = (
  request: IncomingMessage,
  userId: string,
  closeConnection: () => void,
) => Promise<Form>

export const isMultipart = (contentType = ''): boolean => /^multipart\/form-data\s*(?:;|$)/i.test(contentType)

/** Receives forms, a limited number at the same time. The file of a form is hashed and written to disk. */
export function newFormReceiver(tempDir: string): FormReceiver {
  const open: string[] = []
  const paces = new Map<string, BytePace>()
  return async (request, userId, closeConnection) => {
    requireForm(request)
    const ofUser = open.filter((one) => one === userId)
    if (open.length >= FORMS_MAX || ofUser.length >= FORMS_PER_USER_MAX) throw tooManyUploads()
    open.push(userId)
    const pace = paces.get(userId) ?? newBytePace(BYTES_PER_SECOND)
    paces.set(userId, pace)
    const path = join(tempDir, `form-${randomUUID()}`)
    let discarded: Promise<void> | undefined
    const discard = () => {
      discarded ??= rm(path, { force: true }).finally(() => {
        open.splice(open.indexOf(userId), 1)
        if (!open.includes(userId)) paces.delete(userId)
      })
      return discarded
    }
    try {
      await mkdir(tempDir, { recursive: true })
      return { ...(await parseForm(request, { path, pace, closeConnection })), discard }
    } catch (error) {
      await discard()
      throw error
    }
  }
}

function requireForm({ headers }: IncomingMessage): void {
  if (!isMultipart(headers['content-type'])) {
    throw badField('content-type', 'Send the form as multipart/form-data.')
  }
  requireUncompressed(headers['content-encoding'])
}

type Receiving = { path: string; pace: BytePace; closeConnection: () => void }

async function parseForm(
  request: IncomingMessage,
  { path, pace, closeConnection }: Receiving,
): Promise<Omit<Form, 'discard'>> {
  const parser = newParser(request.headers['content-type'] ?? '')
  const paced = newPacedStream({ pace, freeBytes: FREE_BYTES })
  const fields = new Map<string, string>()
  const abort = new AbortController()
  const { promise: parsed, resolve, reject } = Promise.withResolvers<void>()
  let storing: Promise<UploadedFile> | undefined

  parser.on('field', (name, value, _, truncated) => {
    const refusal = checkField(name, value, truncated, fields)
    if (refusal) reject(refusal)
    else fields.set(name, value)
  })
  parser.on('file', (name, stream) => {
    // What the parser still had when the form was refused.
    if (abort.signal.aborted) return void stream.resume()
    stream.on('limit', () => reject(bodyTooLarge(UPLOAD_BYTES)))
    if (name !== 'file') reject(badField(safeName(name), 'Send the file in the field `file`.'))
    storing = storeFile(stream, path, abort.signal)
    storing.catch(reject)
  })
  parser.on('filesLimit', () => reject(badField('file', 'Send one file.')))
  parser.on('fieldsLimit', () => reject(badField('body', `Send at most ${FIELDS_MAX} fields.`)))
  parser.on('partsLimit', () => reject(badField('body', `Send at most ${PARTS_MAX} parts.`)))
  parser.on('error', () => reject(brokenForm()))
  parser.on('finish', resolve)
  const onTimeout = () => {
    closeConnection()
    reject(bodyTimeout(FORM_MS))
  }
  const timers = [setTimeout(onTimeout, FORM_MS)]
  request.once('end', () => timers.push(setTimeout(() => reject(brokenForm()), AFTER_LAST_BYTE_MS)))
  request.once('error', () => reject(incompleteBody()))
  request.once('close', () => request.complete || reject(incompleteBody()))
  if (request.destroyed) reject(incompleteBody())
  request.pipe(paced).pipe(parser)
  try {
    await parsed
    return { fields: Object.fromEntries(fields), file: await storing }
  } catch (error) {
    // The rest of the body is read and dropped, so that the client can read the response.
    request.unpipe(paced)
    dropBody(request)
    abort.abort()
    await storing?.catch(() => undefined)
    throw error
  } finally {
    timers.forEach(clearTimeout)
  }
}

function newParser(contentType: string) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        files: 1,
        fileSize: UPLOAD_BYTES,
        fields: FIELDS_MAX,
        fieldSize: FIELD_BYTES_MAX,
        parts: PARTS_MAX,
        headerPairs: 20,
        headerSize: 4_096,
      },
    })
  } catch {
    throw badField('content-type', 'The content type of the form has no boundary.')
  }
}

function checkField(name: unknown, value: string, truncated: boolean, fields: Map<string, string>) {
  const field = safeName(name)
  if (field !== name) return badField('body', `Field names must be 1 to ${FIELD_NAME_CHARACTERS} characters.`)
  if (field === 'file') return badField('file', 'file must be a file part with a file name.')
  if (fields.has(field)) return badField(field, `${field} was sent more than once.`)
  if (truncated) return badField(field, `${field} must be at most ${FIELD_BYTES_MAX} bytes.`)
  if (!isStorable(value)) return unstorable(field)
  return undefined
}

/** A field name that may appear in a response; `body` if it is missing, too long or not storable. */
const safeName = (name: unknown): string =>
  typeof name === 'string' && name !== '' && name.length <= FIELD_NAME_CHARACTERS && isStorable(name)
    ? name
    : 'body'

async function storeFile(stream: Readable, path: string, signal: AbortSignal): Promise<UploadedFile> {
  const sha256 = createHash('sha256')
  let sizeBytes = 0
  const measure = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      sha256.update(chunk)
      sizeBytes += chunk.length
      yield chunk
    }
  }
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  const closed = new Promise<void>((resolve) => target.once('close', resolve))
  try {
    await pipeline(stream, measure, target, { signal })
  } finally {
    // An aborted pipeline ends before its file is opened. The file would be created after it was deleted.
    await closed
  }
  return { path, sizeBytes, sha256: sha256.digest() }
}

const brokenForm = () => badField('body', 'The form is incomplete or does not match its boundary.')
