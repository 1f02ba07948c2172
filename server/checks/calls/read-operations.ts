import type { Operation } from './draw-request.ts'
import type { Json } from './draw-value.ts'

type Described = {
  operationId: string
  security?: Record<string, string[]>[]
  parameters?: Operation['parameters']
  requestBody?: { content: Operation['content'] }
}

/** Every operation of a served description. */
export function readOperations(document: Json): Operation[] {
  return Object.entries(document.paths as Record<string, Record<string, Described>>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => ({
      name: described.operationId,
      method: method.toUpperCase(),
      path,
      auth: authOf(described.security ?? []),
      parameters: described.parameters ?? [],
      content: described.requestBody?.content ?? {},
    })),
  )
}

function authOf(security: Record<string, string[]>[]): Operation['auth'] {
  if (security.length === 0) return 'open'
  return security.some((one) => 'session' in one) ? 'session' : 'key'
}
