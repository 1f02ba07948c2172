import { fail, type Result } from './fail.ts'
import type { ToolCall } from './tool-call.ts'

/** The marketing guide, a section (`D`) or a part of one (`D2`), each with the legend that explains it. */
export function readGuide({ table, tool, args }: ToolCall): Result {
  const { guide, guideVersion } = table
  const asked = String(args.section ?? '')
    .trim()
    .replace(/\.+$/, '')
    .toUpperCase()
  const section = asked === 'ALL' ? '' : asked
  const markdown = section === '' ? joinAll(guide) : findPart(guide, section)
  if (markdown !== undefined) return { ok: true, guideVersion, section: asked || 'all', markdown }
  const problem = `section: must be one of ${listParts(guide).join(', ')}, or absent for the whole guide.`
  return fail(table, 'bad_arguments', problem, { values: { tool: tool.name }, more: { field: 'section' } })
}

type Guide = Record<string, string>

const sectionsOf = (guide: Guide): string[] => Object.keys(guide).filter(Boolean).toSorted()

const joinAll = (guide: Guide): string =>
  ['', ...sectionsOf(guide)].map((name) => guide[name] as string).join('\n')

/** A part comes after the introduction of its section, which holds for all of them. */
function findPart(guide: Guide, name: string): string | undefined {
  const { introduction, parts } = split(guide[name.slice(0, 1)] ?? '')
  const part = parts.get(name)
  const text = guide[name] ?? (part && introduction + part)
  return text && `${guide['']}\n${text}`
}

const listParts = (guide: Guide): string[] =>
  sectionsOf(guide).flatMap((name) => [name, ...split(guide[name] ?? '').parts.keys()])

function split(text: string): { introduction: string; parts: Map<string, string> } {
  const [introduction = '', ...parts] = text.split(/^(?=## [A-Z]\d\. )/m)
  return { introduction, parts: new Map(parts.map((part) => [part.slice(3).split('.')[0] as string, part])) }
}
