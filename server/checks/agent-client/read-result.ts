import type { ToolResult } from './start-mcp-client.ts'

/** The fields of a result: its text is JSON, or for the guide Markdown behind its facts. */
export function readResult({ content }: ToolResult): Record<string, unknown> {
  const text = content?.[0]?.text ?? ''
  if (text.startsWith('---\nok: true\n')) return { ok: true }
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
