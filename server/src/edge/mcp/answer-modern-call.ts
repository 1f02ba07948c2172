import { type JSONRPCMessage, PerRequestHTTPServerTransport, type Server } from '@modelcontextprotocol/server'
import type { Answer } from '#edge/http'
import type { ModernCall } from './classify-message.ts'

/** Hands the message on as it is. The one of the SDK makes a response of the web platform around it. */
class OneAnswer extends PerRequestHTTPServerTransport {
  readonly #answer = Promise.withResolvers<JSONRPCMessage>()
  hasAnswered = false

  override async send(message: JSONRPCMessage): Promise<void> {
    // Notifications have an id of nobody: the service sends no events.
    if (!('id' in message)) return
    this.hasAnswered = true
    this.#answer.resolve(message)
  }

  answer(): Promise<JSONRPCMessage> {
    return this.#answer.promise
  }
}

/**
 * Answers the call of a tool in the newer era. Undefined when the protocol layer refuses the message before
 * any tool has run: such refusals have a status of their own, which the SDK knows. The server is not closed:
 * nothing else refers to it.
 */
export async function answerModernCall(
  server: Server,
  { message, classification }: ModernCall,
): Promise<Answer | undefined> {
  const transport = new OneAnswer({ classification, responseMode: 'json' })
  await server.connect(transport)
  // What is answered while the message is handed over was refused before any tool: tools run later.
  transport.onmessage?.(message, { classification })
  if (transport.hasAnswered) return undefined
  const answer = await transport.answer()
  return { status: 200, headers: { 'content-type': 'application/json' }, text: JSON.stringify(answer) }
}
