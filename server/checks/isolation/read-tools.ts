import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IdInput, Operation } from './read-operations.ts'

type Param = { name: string; kind: string; place: string; field: string }
type Tool = { name: string; endpoint: string; params: Param[] }

const TABLE = join(import.meta.dirname, '..', '..', '..', 'agent', 'client', 'tools.json')

const withoutNames = (target: string): string => target.replaceAll(/\{\w+\}/g, '{}')

/** One operation for each tool of `/mcp`: its arguments take the ids that its endpoint takes. */
export const withTools = (all: Operation[]): Operation[] =>
  all.flatMap((operation) => (operation.path.startsWith('/mcp') ? readTools(operation, all) : [operation]))

function readTools(mcp: Operation, all: Operation[]): Operation[] {
  const { tools } = JSON.parse(readFileSync(TABLE, 'utf8')) as { tools: Tool[] }
  return tools.flatMap((tool) => {
    const isTarget = ({ method, path }: Operation) =>
      withoutNames(`${method} ${path}`) === withoutNames(tool.endpoint)
    const target = all.find(isTarget)
    return target ? [toOperation(mcp, tool, target)] : []
  })
}

function toOperation(mcp: Operation, { name, params, endpoint }: Tool, target: Operation): Operation {
  const inPath = [...endpoint.matchAll(/\{(\w+)\}/g)].map(([, param]) => param)
  const ofTarget = (param: Param): IdInput | undefined =>
    param.place === 'path'
      ? target.idInputs.filter((input) => input.in === 'path')[inPath.indexOf(param.name)]
      : target.idInputs.find((input) => input.field === param.field && input.in !== 'form')
  const idInputs = params.flatMap((param): IdInput[] => {
    // The endpoint of get_media takes one id, and that of lists takes several.
    const several: IdInput = { in: 'query', field: 'ids', takes: ['media'], many: 'list' }
    const found = param.name === 'media_ids' ? several : ofTarget(param)
    if (!found || param.place === 'local') return []
    const many = param.kind === 'strings' ? 'list' : 'one'
    const input: IdInput = { in: 'json', field: param.name, takes: found.takes, many }
    return [found.in === 'query' ? { ...input, filters: true } : input]
  })
  const example: Record<string, unknown> = { ...target.needs, ...target.json }
  const known = params.filter(({ place, field }) => place === 'path' || field in example)
  const json = Object.fromEntries(known.map(({ name: param, field }) => [param, example[field] ?? '']))
  const { plain, scope } = target
  const needs = { tools: 'all' }
  return { ...mcp, name: `${mcp.name} ${name}`, tool: name, plain, scope, json, idInputs, needs }
}
