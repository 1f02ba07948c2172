import {
  classifyInboundRequest,
  type JSONRPCRequest,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import type { Call } from '#edge/http'

type Outcome = ReturnType<typeof classifyInboundRequest>
type Modern = Extract<Outcome, { kind: 'modern' }>
export type ModernCall = {
  kind: 'modern call'
  message: JSONRPCRequest
  classification: Modern['classification']
}

/** `legacy` is the older era, `modern` the newer one with everything that the SDK has to refuse. */
type Found =
  | { kind: 'plain request'; message: JSONRPCRequest }
  | ModernCall
  | { kind: 'legacy' }
  | { kind: 'modern' }

/** The revision whose calls are answered without the transport of the SDK. */
export const MODERN_REVISION = '2026-07-28'

/**
 * In which era a message is written. Nearly all messages are one of two kinds, for which the transport of
 * the SDK would cost more than the call itself: a request of the older era after its handshake, which says
 * nothing about itself in its headers but for the version; and the call of a tool in the newer era whose
 * headers say exactly what its body says. Everything else is left to the SDK.
 */
export function classifyMessage(headers: Call['headers'], body: unknown): Found {
  const [version, method, name] = ['mcp-protocol-version', 'mcp-method', 'mcp-name'].map((header) =>
    headers[header] === undefined ? undefined : String(headers[header]),
  )
  const outcome = classifyInboundRequest({
    httpMethod: 'POST',
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    ...(name !== undefined && { mcpNameHeader: name }),
    body,
  })
  if (outcome.kind === 'legacy') {
    const isKnown = version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version)
    const isPlain = isKnown && method === undefined && name === undefined && outcome.reason === 'no-claim'
    return isPlain ? { kind: 'plain request', message: body as JSONRPCRequest } : { kind: 'legacy' }
  }
  const isCall =
    outcome.kind === 'modern' &&
    outcome.messageKind === 'request' &&
    outcome.message.method === 'tools/call' &&
    outcome.classification.revision === MODERN_REVISION &&
    version === MODERN_REVISION &&
    method === 'tools/call' &&
    name !== undefined &&
    name === outcome.message.params?.name
  if (!isCall) return { kind: 'modern' }
  return { kind: 'modern call', message: outcome.message, classification: outcome.classification }
}
