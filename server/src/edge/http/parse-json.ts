import { Refusal } from '#platform/refusal'
import { badField, isStorable, unstorable } from './refuse-request.ts'

const DEPTH_MAX = 20

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** A JSON object of limited depth and size, without `__proto__`, whose texts Postgres can store. */
export const parseJson = (bytes: Buffer, keysMax: number): unknown => checkJson(decode(bytes), keysMax)

/** The same with any texts: they are checked where they are passed on to. */
export const parseAnyTexts = (bytes: Buffer, keysMax: number): unknown =>
  checkJson(decode(bytes), keysMax, () => true)

function decode(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw new Refusal('invalid_json', 'The body is not valid JSON.')
  }
}

/** The rules for a body that is parsed already. */
export function checkJson(value: unknown, keysMax: number, isText = isStorable): unknown {
  if (!isObject(value) || Array.isArray(value)) throw badField('body', 'The body must be a JSON object.')
  checkValue(value, { left: keysMax, most: keysMax, isText }, 1, (field) => field)
  return value
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

type Rules = { left: number; most: number; isText: (text: string) => boolean }

/** `fieldOf` names the part of the body that is wrong by its outermost key. */
function checkValue(value: unknown, keys: Rules, depth: number, fieldOf: (key: string) => string) {
  if (typeof value === 'string' && !keys.isText(value)) throw unstorable(fieldOf('body'))
  if (!isObject(value)) return
  if (depth > DEPTH_MAX) throw badField('body', `The body is nested more than ${DEPTH_MAX} levels deep.`)
  if (Array.isArray(value)) {
    for (const item of value) checkValue(item, keys, depth + 1, fieldOf)
    return
  }
  // It has no meaning here, but would change the prototype of an object that it is copied to.
  Reflect.deleteProperty(value, '__proto__')
  for (const [key, inner] of Object.entries(value)) {
    if (--keys.left < 0) throw badField('body', `The body has more than ${keys.most} keys.`)
    if (!keys.isText(key)) throw unstorable('body')
    const field = fieldOf(key)
    checkValue(inner, keys, depth + 1, () => field)
  }
}
