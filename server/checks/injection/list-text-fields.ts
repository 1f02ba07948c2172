import { type Endpoint, endpoints, MemoryRecord } from '@atelier/contract'
import { z } from 'zod'

type Json = Record<string, unknown>

/**
 * What is only compared: the address of a log-in, one-time links and codes, requests and addresses of OAuth.
 * The name of a client becomes the name of a key, which is in the list.
 */
const NOT_STORED = [
  'logIn.email',
  'createFirstAdmin.token',
  'acceptInvitation.token',
  'verifyAddress.token',
  'finishReset.token',
  'finishLogIn.challenge',
  'finishLogIn.code',
  'confirmFactor.code',
  'registerClient.client_name',
  'registerClient.redirect_uris',
  'readAskedConsent.request',
  'giveConsent.request',
]

/**
 * The names of all fields with free text, read from the contract, so that a new one cannot be forgotten.
 * Search queries and what is not stored are left out.
 */
export function listTextFields(): string[] {
  const ofBodies = Object.entries(endpoints).flatMap(([name, endpoint]: [string, Endpoint]) =>
    [endpoint.body, endpoint.form].flatMap((shape) => (shape ? fieldsOf(shape, name) : [])),
  )
  const ofLines = MemoryRecord.options.flatMap((option) => {
    const { kind, record } = option.shape
    return fieldsOf(record, `import.${kind.value}`)
  })
  return [...new Set([...ofBodies, ...ofLines])].filter((field) => !NOT_STORED.includes(field)).toSorted()
}

function fieldsOf(shape: z.ZodType, name: string): string[] {
  const whole = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Json
  const found: string[] = []
  const walk = (schema: Json, path: string): void => {
    const ref = /^#\/\$defs\/(.+)$/.exec(String(schema.$ref))?.[1]
    if (ref) walk((whole.$defs as Record<string, Json>)[ref] as Json, path)
    for (const word of ['anyOf', 'oneOf', 'allOf'])
      for (const part of (schema[word] as Json[] | undefined) ?? []) walk(part, path)
    for (const [field, inner] of Object.entries((schema.properties as Record<string, Json>) ?? {}))
      walk(inner, `${path}.${field}`)
    if (schema.items) walk(schema.items as Json, path)
    if (isFree(schema)) found.push(path)
  }
  walk(whole, name)
  return found
}

/** A text whose only limit is its length. */
const isFree = ({ type, maxLength, format, pattern, enum: values }: Json): boolean =>
  type === 'string' && maxLength !== undefined && !format && !values && (!pattern || pattern === '\\S')
