import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkArguments } from '../../src/edge/mcp/check-arguments.ts'
import { describeRefusal } from '../../src/edge/mcp/describe-refusal.ts'
import { runners } from '../../src/edge/mcp/runners.ts'
import { type ToolCall, toResult } from '../../src/edge/mcp/tool-call.ts'
import { findTarget, type Tool, type ToolTable } from '../../src/edge/mcp/tool-table.ts'
import { roundNumbers } from '../../src/edge/mcp/write-result.ts'
import { ROOT } from '../structure/read-repository.ts'

const table = JSON.parse(readFileSync(join(ROOT, 'agent/client/tools.json'), 'utf8')) as ToolTable
const toolOf = (name: string) => table.tools.find((tool) => tool.name === name) as Tool
const SEED = 7
const COUNT = 1_500

test('every tool has a function and an endpoint here', () => {
  expect(table.tools.filter(({ run }) => !(run in runners))).toEqual([])
  expect(() =>
    table.tools.filter(({ endpoint }) => endpoint).map(({ endpoint }) => findTarget(endpoint)),
  ).not.toThrow()
})

type Case = { kind: string; tool: string; given: unknown; arguments: object; sent: never; expected: unknown }

const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

function apply({ kind, tool: name, given, arguments: args, sent }: Case): unknown {
  const tool = toolOf(name)
  if (kind === 'draw_arguments') {
    const checked = checkArguments(tool, given)
    if (checked.problem !== undefined) return [{}, checked.problem, checked.field ?? null]
    return [checked.args, '', null]
  }
  const call = { table, tool, args, sent } as unknown as ToolCall & { sent: never }
  return plain(kind === 'draw_refusal' ? describeRefusal(call) : roundNumbers(toResult(call, sent)))
}

test('arguments, refusals and answers become what the Python client makes of them', () => {
  const script = join(import.meta.dirname, 'draw_cases.py')
  const lines = execFileSync('python3', [script, String(SEED), String(COUNT)], {
    env: { ...process.env, PYTHONPATH: join(ROOT, 'agent/client/src'), PYTHONDONTWRITEBYTECODE: '1' },
    encoding: 'utf8',
    maxBuffer: 2 ** 27,
  })
  const cases = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Case)
  expect(cases).toHaveLength(3 * COUNT)
  for (const one of cases) expect([one, apply(one)]).toEqual([one, one.expected])
})
