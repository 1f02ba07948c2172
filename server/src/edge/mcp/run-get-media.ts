import { compact } from './compact.ts'
import { describeRefusal, isRefused, toToolTerms } from './describe-refusal.ts'
import { fail, type Result } from './fail.ts'
import { send, type ToolCall } from './tool-call.ts'
import type { ToolTable } from './tool-table.ts'

type Row = Record<string, unknown>

const POLL_SECONDS_DEFAULT = 10

/** Polls one job or several. It answers at once: `pollAfterSeconds` says when to call it again. */
export async function runGetMedia(call: ToolCall): Promise<Result> {
  const { table, tool, args } = call
  if ('media_id' in args) {
    const sent = await send(call)
    if (isRefused(sent)) return describeRefusal({ table, tool, args, sent })
    const details = args.details ? readDetails(table, sent.data) : {}
    return { ok: true, ...toMediaRow(table, sent.data, true), ...details }
  }
  if (args.details) {
    const problem = 'details: only with media_id, for one media at a time.'
    return fail(table, 'bad_arguments', problem, { values: { tool: tool.name }, more: { field: 'details' } })
  }
  const ids = [...new Set(args.media_ids as string[])]
  const sent = await send(call, { args: { media_ids: ids }, endpoint: 'GET /api/gen/media' })
  if (isRefused(sent)) return describeRefusal({ table, tool, args, sent })
  const rows = new Map((sent.data.media as Row[]).map((row) => [row.id as string, row]))
  const found = ids.map((id) => rows.get(id)).filter((row) => row !== undefined)
  const media = found.map((row) => toMediaRow(table, row, false))
  const waiting = media.filter((row) => row.waiting === true).length
  const missing = ids.filter((id) => !rows.has(id))
  return {
    ok: true,
    media,
    waiting,
    message: summarize(media, waiting, missing),
    ...(missing.length > 0 && { missing }),
  }
}

/** What a job was made from, to make another one like it. */
const readDetails = ({ limits, detailsShape }: ToolTable, data: Row): Row =>
  compact(limits, detailsShape, data, { text: limits.wholeTextCharacters })

function toMediaRow(table: ToolTable, data: Row, isAlone: boolean): Row {
  const { textCharacters, rowTextCharacters } = table.limits
  const text = isAlone ? textCharacters : rowTextCharacters
  const row = compact(table.limits, table.mediaShape, data, { text })
  // The first file is in videoUrl. moreFiles lists the others; their URLs contain their ids.
  const { outputs = [] } = compact(table.limits, table.filesShape, data) as { outputs?: Row[] }
  const more = outputs.slice(1).flatMap(({ videoUrl }) => videoUrl ?? [])
  if (more.length > 0) row.moreFiles = more
  if (!row.creditsRefunded) delete row.creditsRefunded
  if (!row.waiting) delete row.progress
  // While the job waits, nextAction and pollAfterSeconds are enough.
  if (isAlone && !row.waiting) row.message = finalMessage(table, row, String(data.message ?? ''))
  return row
}

function finalMessage(table: ToolTable, row: Row, ofService: string): string {
  const message = toToolTerms(table, ofService)
  if (row.status !== 'completed') return joinTexts(message, table.failureAdvice[String(row.errorCode ?? '')])
  const cost = row.charged === 'charged' ? `${row.creditsCost ?? 0} credits stay charged.` : ''
  return joinTexts(message, cost, 'download_media returns thumbnail, checksums and placements.')
}

const joinTexts = (...texts: (string | undefined)[]): string => texts.filter(Boolean).join(' ')

function summarize(media: Row[], waiting: number, missing: string[]): string {
  const ended = Map.groupBy(
    media.filter((row) => !row.waiting),
    (row) => String(row.status ?? ''),
  )
  const parts = [...ended].map(([status, rows]) => `${rows.length} ${status}`)
  const soonest = media.flatMap(({ pollAfterSeconds }) => (pollAfterSeconds as number) || [])
  const seconds = soonest.length > 0 ? Math.min(...soonest) : POLL_SECONDS_DEFAULT
  if (waiting > 0) parts.push(`${waiting} waiting: poll these again in ${seconds} s`)
  if (missing.length > 0) parts.push(`${missing.length} not among yours`)
  return `${parts.join('; ')}.`
}
