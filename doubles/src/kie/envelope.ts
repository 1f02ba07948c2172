import { type Call, type Double, json, type Reply, type Trouble } from '../core/index.ts'
import { settingsOf } from './settings.ts'

const MESSAGES: Record<number, string> = {
  400: 'The request body is not valid JSON.',
  401: 'You do not have access permissions.',
  402: 'Credits insufficient: the current balance is not enough to run this request.',
  404: 'The requested resource was not found.',
  422: 'The request parameters are invalid.',
  429: 'Your call frequency is too high. Please try again later.',
  433: 'This API key has reached its usage limit.',
  451: 'Failed to fetch the image.',
  455: 'The service is under maintenance. Please try again later.',
  500: 'Server exception, please try again later.',
  501: 'Generation failed.',
  505: 'This feature is currently disabled.',
  550: 'The task was rejected because the queue is full.',
}

export function succeed(double: Double, data: unknown): Reply {
  return json(200, { code: 200, [settingsOf(double).messageField]: 'success', data })
}

/** A failing `code`. It is the HTTP status only when the setting says so. */
export function refuse(double: Double, code: number, message = messageOf(code)): Reply {
  const { codeAsStatus, messageField } = settingsOf(double)
  return json(codeAsStatus ? code : 200, { code, [messageField]: message, data: null })
}

/** The envelope for a trouble that a test asked for, or for an address that does not exist. */
export function refuseTrouble(double: Double, { status, retryAfterSeconds }: Trouble, call: Call): Reply {
  const refused = call.path.startsWith('/api/file-') ? refuseUpload(double, status) : refuse(double, status)
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  return {
    ...refused,
    status: status === 404 ? 404 : refused.status,
    headers: { ...refused.headers, ...headers },
  }
}

/** Uploads are another service: its envelope says twice whether it worked. */
export function refuseUpload(double: Double, code: number, msg = messageOf(code)): Reply {
  return json(settingsOf(double).codeAsStatus ? code : 200, { success: false, code, msg, data: null })
}

const messageOf = (code: number): string => MESSAGES[code] ?? 'Unknown error.'
