import { type Endpoint, endpoints } from '@atelier/contract'

/**
 * An argument of a tool. `place`: a field of the request, further values of one, a part of its path, or used
 * by the tool itself.
 */
export type Param = {
  name: string
  kind: 'string' | 'integer' | 'number' | 'boolean' | 'strings' | 'objects'
  place: 'field' | 'again' | 'path' | 'local'
  /** The name of the HTTP field. */
  field: string
  required?: true
  choices?: (string | number)[]
  minimum?: number
  maximum?: number
  default?: unknown
}

/** The fields of a result: the type of each, and the shape inside it. */
export type Shape = { [name: string]: [type: string, inner: Shape | null] }

/** What a host may tell its owner before a call, or decide by. */
type Hint = 'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint'

export type Tool = {
  name: string
  title: string
  description: string
  inputSchema: { type: 'object'; [more: string]: unknown }
  annotations: Record<Hint, boolean>
  isExtra: boolean
  /** Such as `GET /api/gen/products/{product_id}`; empty when the tool calls nothing. */
  endpoint: string
  params: Param[]
  exactlyOne: string[]
  shape: Shape
  /** What a second execution does; ONCE: the effect occurs twice. */
  policy: 'READ' | 'REPEAT' | 'SUBMIT' | 'ONCE'
  /** The name of the function that runs it. */
  run: string
  checkWith: string
}

/** `agent/client/tools.json`, which is written from the source of the Python client. */
export type ToolTable = {
  version: string
  instructions: string
  tools: Tool[]
  hints: Record<string, string>
  defaultHint: string
  defaultHintValues: Record<string, string>
  retryable: string[]
  toolTerms: Record<string, string>
  listTools: Record<string, string>
  reservedFields: string[]
  existingShape: Shape
  mediaShape: Shape
  detailsShape: Shape
  filesShape: Shape
  failureAdvice: Record<string, string>
  notWithFile: string[]
  scopes: string[]
  limits: {
    messageCharacters: number
    rowTextCharacters: number
    textCharacters: number
    wholeTextCharacters: number
    urlCharacters: number
    resultCharacters: number
  }
  guideVersion: string
  guide: Record<string, string>
}

/** An endpoint as a tool names it. Its parameters have other names there, in the same order. */
export type Target = { endpoint: Endpoint; paramNames: string[] }

const withoutNames = (target: string): string => target.replaceAll(/\{\w+\}/g, '{}')

const targets: ReadonlyMap<string, Endpoint> = new Map(
  Object.values(endpoints).map((one: Endpoint) => [withoutNames(`${one.method} ${one.path}`), one]),
)

/** The endpoint behind a text such as `GET /api/gen/products/{product_id}`. */
export function findTarget(text: string): Target {
  const endpoint = targets.get(withoutNames(text))
  if (!endpoint) throw new Error(`The contract has no ${text}, which a tool calls`)
  return { endpoint, paramNames: [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string) }
}
