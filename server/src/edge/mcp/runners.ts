import { compact } from './compact.ts'
import { isRefused } from './describe-refusal.ts'
import { fail, type Result } from './fail.ts'
import { readGuide } from './read-guide.ts'
import { isUpload, requestUpload } from './request-upload.ts'
import { runGetMedia } from './run-get-media.ts'
import { newRef, runSubmit } from './run-submit.ts'
import { ask, send, type ToolCall, toResult } from './tool-call.ts'

const LATEST_MEDIA = 5

/**
 * What a tool does beyond one request, by the name of the function that does it in the Python client. That
 * client also waits, repeats and reads files of its machine; a server does none of these for its callers.
 */
export const runners: Record<string, (call: ToolCall) => Promise<Result>> = {
  ask: (call) => ask(call),
  ask_page: askPage,
  run_add_reference: runAddReference,
  run_delete_cep: (call) => ask(call),
  run_download_media: runDownloadMedia,
  run_get_media: runGetMedia,
  run_get_product: runGetProduct,
  run_list_ceps: runListCeps,
  run_guide: async (call) => readGuide(call),
  run_ping: runPing,
  run_report: runReport,
  run_submit: runSubmit,
}

/** One page of a list. A page that a host would truncate is read again with fewer rows. */
async function askPage(call: ToolCall): Promise<Result> {
  const result = await ask(call)
  const { resultCharacters } = call.table.limits
  const size = JSON.stringify(result).length
  if (!result.ok || size <= resultCharacters || !('limit' in call.args)) return result
  const rows = Object.values(result).find(Array.isArray) ?? []
  const fewer = Math.max(1, Math.floor((rows.length * resultCharacters) / (size + resultCharacters / 10)))
  return fewer >= rows.length ? result : ask(call, { ...call.args, limit: fewer })
}

/** An upload is named like any other picture that the caller has. */
async function runAddReference(call: ToolCall): Promise<Result> {
  const { file_path: file, ...args } = call.args
  if (file === undefined) return ask(call)
  return isUpload(file) ? ask(call, { ...args, media_asset_id: file }) : requestUpload(call)
}

/** Without padded renditions: their URLs differ from the cropped ones in a word that the note names. */
async function runDownloadMedia(call: ToolCall): Promise<Result> {
  const result = await ask(call)
  const kit = result.uploadKit as { renditions?: { way?: string }[] } | undefined
  if (kit?.renditions) kit.renditions = kit.renditions.filter(({ way }) => way !== 'pad')
  return result
}

async function runGetProduct(call: ToolCall): Promise<Result> {
  const result = await ask(call)
  const { media } = (result.product ?? {}) as { media?: unknown[] }
  media?.splice(LATEST_MEDIA)
  return result
}

/** All CEPs with shortened texts, or one of them whole. */
async function runListCeps(call: ToolCall): Promise<Result> {
  const { table, tool, args } = call
  const sent = await send(call)
  const result = toResult(call, sent)
  if (isRefused(sent)) return result
  if (args.cep_id === undefined) {
    for (const row of result.ceps as Record<string, unknown>[]) delete row.notes
    return result
  }
  const ceps = (sent.data.ceps as { id: string }[]).filter(({ id }) => id === args.cep_id)
  if (ceps.length > 0)
    return {
      ok: true,
      ...compact(table.limits, tool.shape, { ceps }, { row: table.limits.wholeTextCharacters }),
    }
  return fail(table, 'not_found', 'cep_id: no active CEP of this product or topic has this id.', {
    hint: 'Call list_ceps without cep_id to see the ids.',
    more: { field: 'cep_id' },
  })
}

async function runPing(call: ToolCall): Promise<Result> {
  const sent = await send(call, { args: { limit: 1 } })
  const result = toResult(call, sent)
  if (isRefused(sent)) return result
  const { table, carrier } = call
  Object.assign(result, { baseUrl: carrier.app.config.publicUrl, clientVersion: table.version })
  const missing = table.scopes.filter((scope) => !(sent.data.scopes as string[]).includes(scope))
  if (missing.length === 0) return result
  const notice =
    `This key lacks the scopes ${missing.join(', ')}: tools that need them are refused. The owner can` +
    ' make a key with all four scopes.'
  return { ...result, missingScopes: missing, notice }
}

/** The report has an idempotency key in any case, so that it counts once when the call is repeated. */
async function runReport(call: ToolCall): Promise<Result> {
  const idempotencyKey = call.args.idempotency_key ?? newRef()
  const args = { ...call.args, idempotency_key: idempotencyKey }
  const result: Result = { ...(await ask({ ...call, args })), idempotencyKey }
  if (result.retryable)
    result.hint += ` Use idempotency_key=${idempotencyKey}, so that the report counts once.`
  return result
}
