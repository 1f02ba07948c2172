import { checkArguments } from './check-arguments.ts'
import { fail, type Result } from './fail.ts'
import { runners } from './runners.ts'
import type { Carrier } from './tool-call.ts'
import type { Tool, ToolTable } from './tool-table.ts'
import { roundNumbers } from './write-result.ts'

/** Runs one of the offered tools. Whatever a caller can do wrong is a result that says what to do next. */
export async function runTool(table: ToolTable, tool: Tool, raw: unknown, carrier: Carrier): Promise<Result> {
  const checked = checkArguments(tool, raw ?? {})
  if (checked.problem !== undefined) {
    const values = { tool: tool.name }
    return fail(table, 'bad_arguments', checked.problem, { values, more: { field: checked.field } })
  }
  const run = runners[tool.run]
  if (!run) throw new Error(`${tool.name}: there is no function ${tool.run}`)
  return roundNumbers(await run({ table, tool, args: checked.args, carrier }))
}
