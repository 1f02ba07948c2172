import type { ToolResult } from './start-mcp-client.ts'

/** What the agent asked for, however often it had to ask: one creative is bought once. */
export type Intent = {
  prompt: string
  tool: 'generate_image' | 'generate_video'
  args: Record<string, unknown>
  /** Calls of the tool for it so far. */
  tries: number
}

/** The entries of one creative at one moment. */
export type LedgerState = { charges: number; refunds: number }

/** One call of a tool, with all that is needed to judge it later. */
export type CallRecord = {
  client: number
  call: number
  tool: string
  args: Record<string, unknown>
  intent?: Intent
  startedAt: number
  ms: number
  result?: ToolResult
  /** Its structured content. */
  content: Record<string, unknown>
  /** Why there is no result. */
  failure?: string
  /** Right after a result that speaks of the credits of one creative. */
  ledger?: LedgerState
}
