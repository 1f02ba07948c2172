import type { Call, Double, Reply } from '../core/index.ts'
import { ApiError } from './api-error.ts'
import { refuseTrouble } from './refuse-trouble.ts'
import { errorReply } from './reply.ts'

const ADMIN_PATH = '/v1/organization/'

/** The bill needs an admin key, images an ordinary one; neither opens the other's routes. */
export function authorize(double: Double, call: Call): Reply | undefined {
  const { keys, adminKeys } = double.config
  const key = /^Bearer (\S+)$/.exec(call.headers.authorization ?? '')?.[1]
  if (key === undefined)
    return errorReply(double, call, new ApiError(401, 'You did not provide an API key, as a Bearer token.'))
  const isAdminPath = call.path.startsWith(ADMIN_PATH)
  if ((isAdminPath ? adminKeys : keys).includes(key)) return undefined
  if (!(isAdminPath ? keys : adminKeys).includes(key)) return refuseTrouble(double, { status: 401 }, call)
  // A known key of the other kind: the real status was not seen, 401 or 403.
  const scope = isAdminPath ? 'api.usage.read' : 'api.model.images.request'
  const message = `You have insufficient permissions for this operation. Missing scopes: ${scope}.`
  return errorReply(double, call, new ApiError(403, message, { code: 'missing_scope' }))
}
