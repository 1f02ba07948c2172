import type { ToolResult } from './start-mcp-client.ts'

/** One creative that the agent wants. However often it is submitted, it is bought once. */
export type Intent = {
  prompt: string
  tool: 'generate_image' | 'generate_video'
  args: Record<string, unknown>
  /** How often the tool was called for it. */
  tries: number
}

/** The entries of one creative at one moment. */
export type LedgerState = { charges: number; refunds: number }

/** One call of a tool, with everything that is needed to check it later. */
export type CallRecord = {
  client: number
  call: number
  tool: string
  args: Record<string, unknown>
  intent?: Intent
  startedAt: number
  ms: number
  result?: ToolResult
  /** The fields of its text. */
  content: Record<string, unknown>
  /** Why there is no result. */
  failure?: string
  /** Read right after a result about the credits of one creative. */
  ledger?: LedgerState
}
