import { randomBytes } from 'node:crypto'
import { openAsset } from '#catalog/photos'
import { describeRefusal, isRefused, type Sent } from './describe-refusal.ts'
import { type Failure, fail, type Result } from './fail.ts'
import { isUpload, requestUpload } from './request-upload.ts'
import { send, type ToolCall, toResult } from './tool-call.ts'

export const newRef = (): string => `agt_${randomBytes(8).toString('hex')}`

/** Submits a job. It is charged once, however often the call is repeated with its client_ref. */
export async function runSubmit(call: ToolCall): Promise<Result> {
  const { file_path: file, ...args } = call.args
  if (file !== undefined) {
    const conflicting = call.table.notWithFile.filter((name) => name in args)
    if (conflicting.length > 0) {
      const problem = `file_path cannot be combined with ${conflicting.join(', ')}.`
      const values = { tool: call.tool.name }
      return fail(call.table, 'bad_arguments', problem, { values, more: { field: 'file_path' } })
    }
    if (!isUpload(file)) return requestUpload(call)
  }
  const hasOwnRef = 'client_ref' in args
  args.client_ref ??= newRef()
  if (file === undefined) return describeSubmit({ ...call, args }, await send({ ...call, args }), hasOwnRef)
  const { app, caller } = call.carrier
  const opened = await openAsset(app, caller.owner, file)
  if (!opened) return noUpload(call)
  const form = { fields: {}, file: opened, discard: opened.discard }
  try {
    return describeSubmit({ ...call, args }, await send({ ...call, args }, { form }), hasOwnRef)
  } finally {
    // A call that is refused before it takes the form, such as for its scope, leaves the copy to us.
    await opened.discard()
  }
}

const noUpload = ({ table, tool }: ToolCall): Result =>
  fail(table, 'not_found', 'file_path: you have no upload with this id.', {
    hint: `Call ${tool.name} with the path of the file to get a new address for it.`,
    more: { field: 'file_path' },
  })

function describeSubmit(call: ToolCall, sent: Sent, hasOwnRef: boolean): Result {
  const clientRef = String(call.args.client_ref)
  if (isRefused(sent)) return describeRefusedSubmit(call, sent, clientRef)
  const result = toResult(call, sent)
  result.clientRef = clientRef
  result.charged = result.status === 'failed' || result.status === 'stalled' ? 'refunded' : 'charged'
  if (hasOwnRef && sent.headers['idempotent-replayed'] === 'true') result.replayed = true
  return result
}

function describeRefusedSubmit({ table, tool, args }: ToolCall, sent: Sent, clientRef: string): Result {
  const failure: Failure = { ...describeRefusal({ table, tool, args, sent }), clientRef }
  const { code, charged } = sent.data
  if (charged !== 'unknown' && code !== 'client_ref_in_progress') {
    // An earlier call may already have paid for the job.
    if (!failure.retryable || failure.hint.includes(clientRef)) return failure
    return { ...failure, hint: `${failure.hint} Reuse client_ref=${clientRef}.` }
  }
  const again = `Call ${tool.name} again with the same arguments and client_ref=${clientRef}:`
  const check = `Or check whether the job exists: list_media(client_ref=${clientRef}).`
  return {
    ...failure,
    hint: `${again} it is never charged twice. ${check}`,
    retryable: true,
    charged: 'unknown',
  }
}
