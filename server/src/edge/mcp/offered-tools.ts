import type { Tool, ToolTable } from './tool-table.ts'

/** Without it the memory of what worked stays empty. */
const ALWAYS = 'report_results'

/** The tools that a client is offered: `wanted` names extra ones in the address, or `all` of them. */
export function offeredTools({ tools }: ToolTable, wanted = ''): Tool[] {
  const names = new Set([ALWAYS, ...wanted.split(',').map((name) => name.trim())])
  return tools.filter(({ name, isExtra }) => !isExtra || wanted === 'all' || names.has(name))
}
