import { isIdOf } from '@atelier/contract'
import { newUploadTicket } from '#catalog/photos'
import { fail, type Result } from './fail.ts'
import type { ToolCall } from './tool-call.ts'
import { findTarget } from './tool-table.ts'

/** Whether file_path names a file that was uploaded for an earlier call. */
export const isUpload = (file: unknown): file is string => typeof file === 'string' && isIdOf('asset', file)

/** A path of the caller's machine means nothing here: the result says where to send the file. */
export function requestUpload({ table, tool, carrier }: ToolCall): Result {
  const { app, caller } = carrier
  const { scope } = findTarget(tool.endpoint).endpoint
  if (!scope || !caller.scopes.includes(scope) || caller.keyId === null) {
    const message = `This API key lacks the scope ${scope}.`
    return fail(table, 'scope_missing', message, { values: { tool: tool.name }, more: { scope } })
  }
  const { assetId, uploadUrl, expiresAt } = newUploadTicket(app, caller.keyId)
  const hint =
    `Send the file: curl -F file=@<file_path> '<uploadUrl>'. Then call ${tool.name} again with the same ` +
    `arguments, but file_path=${assetId}.`
  const more = { uploadUrl, uploadId: assetId, expiresAt: expiresAt.toISOString() }
  return fail(table, 'upload_needed', 'This server cannot read files of your machine.', { hint, more })
}
