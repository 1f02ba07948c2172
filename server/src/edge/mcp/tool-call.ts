import type { Call } from '#edge/http'
import { type Arguments, camel, isObject } from './check-arguments.ts'
import { compact } from './compact.ts'
import { describeRefusal, isRefused, type Sent, toToolTerms } from './describe-refusal.ts'
import type { Result } from './fail.ts'
import { findTarget, type Tool, type ToolTable } from './tool-table.ts'

/** The request that carried the call: what it may call, and who asks. */
export type Carrier = Pick<Call, 'app' | 'callInside'> & { caller: NonNullable<Call['caller']> }

/** One call of a tool, with checked arguments. */
export type ToolCall = { table: ToolTable; tool: Tool; args: Arguments; carrier: Carrier }

type Changed = { args?: Arguments; endpoint?: string; form?: NonNullable<InnerRequest['form']> }
type InnerRequest = Parameters<Call['callInside']>[1]

/** Sends the request of a tool to its endpoint. */
export async function send(
  call: ToolCall,
  { args = call.args, endpoint, form }: Changed = {},
): Promise<Sent> {
  const target = findTarget(endpoint ?? call.tool.endpoint)
  const { params, fields, repeated } = placeArguments(call.tool, args)
  const names = Object.keys(target.endpoint.params?.shape ?? {})
  const takesBody = ['POST', 'PATCH'].includes(target.endpoint.method)
  const texts = Object.entries(fields).map(([name, value]) => [name, toText(value)])
  const inner: InnerRequest = {
    params: Object.fromEntries(names.map((name, at) => [name, params[target.paramNames[at] ?? ''] ?? ''])),
    ...(form && { form: { ...form, fields: Object.fromEntries(texts) } }),
    ...(takesBody ? { body: fields } : { query: { ...Object.fromEntries(texts), ...repeated } }),
  }
  const { status, body, headers = {} } = await call.carrier.callInside(target.endpoint, inner)
  // What a handler returns may hold dates and undefined; a caller from outside never sees them.
  const data = JSON.parse(JSON.stringify(body ?? {}))
  return { status, headers, data: isObject(data) ? data : {} }
}

function placeArguments({ params: declared }: Tool, args: Arguments) {
  const params: Record<string, string> = {}
  const fields: Arguments = {}
  const again: Record<string, string[]> = {}
  for (const [name, value] of Object.entries(args)) {
    const param = declared.find((one) => one.name === name)
    if (param?.place === 'path') params[name] = String(value)
    else if (param?.place === 'again') again[param.field] = (value as unknown[]).map(String)
    else if (param?.place !== 'local') {
      fields[param?.field ?? camel(name)] =
        param?.kind === 'objects' ? (value as Arguments[]).map(withCamelNames) : value
    }
  }
  // A parameter that is sent again stands beside the one that it repeats.
  const repeated = Object.entries(again).map(([name, more]) => [name, [String(fields[name]), ...more]])
  return { params, fields, repeated: Object.fromEntries(repeated) as Record<string, string[]> }
}

const withCamelNames = (row: Arguments): Arguments =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value]))

const toText = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value))

/** Sends the request. Returns the compact result, or the failure. */
export const ask = async (call: ToolCall, args?: Arguments): Promise<Result> =>
  toResult(call, await send(call, { ...(args && { args }) }))

export function toResult({ table, tool, args }: ToolCall, sent: Sent): Result {
  if (isRefused(sent)) return describeRefusal({ table, tool, args, sent })
  // Rows of a list are cut, a single row is whole.
  const row = args.limit === 1 ? table.limits.wholeTextCharacters : table.limits.rowTextCharacters
  const result: Result = { ok: true, ...compact(table.limits, tool.shape, sent.data, { row }) }
  if (tool.policy === 'READ') {
    // A read without rows has an empty list.
    for (const [name, [type]] of Object.entries(tool.shape)) if (type === 'array') result[name] ??= []
  }
  if (typeof result.message === 'string') result.message = toToolTerms(table, result.message)
  return result
}
