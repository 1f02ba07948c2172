import type { Random } from '../../harness/random/index.ts'
import type { CallRecord, Intent } from './call-record.ts'
import { type Belongings, type Choice, chooseCall } from './choose-call.ts'
import { type ToolName, toolNames } from './plan-calls.ts'

export type Agent = {
  /** The next call: what the hint of the last result says, else the next tool of its plan. */
  next(tools: ToolName[], name: string): Choice
  learn(record: CallRecord): void
}

const TRIES_MAX = 4
/** An agent may also simply stop: then the last answer that it got must stay true. */
const GIVES_UP_SHARE = 0.2

/** The agent knows only what the results say, and follows their hints. */
export function simulateAgent(own: Belongings, random: Random): Agent {
  const todo: Choice[] = []
  return {
    next: (tools, name) => todo.shift() ?? chooseCall(tools.shift() ?? 'ping', name, own, random),
    learn(record) {
      const { content, intent } = record
      if (content.ok === true) remember(own, record)
      else if (random.next() >= GIVES_UP_SHARE) todo.push(...obey(record, intent))
    },
  }
}

function remember(own: Belongings, { tool, content }: CallRecord): void {
  const idOf = (thing: unknown) => (thing as { id?: unknown } | undefined)?.id
  const keep = (ids: string[], id: unknown) => {
    if (typeof id === 'string' && !ids.includes(id)) ids.push(id)
  }
  if (tool === 'generate_image' || tool === 'generate_video') keep(own.media, content.id)
  if (tool === 'create_product') keep(own.products, idOf(content.product))
  if (tool === 'create_cep') keep(own.ceps, idOf(content.cep))
  if (tool === 'get_media' && content.status === 'completed' && content.mediaType === 'IMAGE')
    keep(own.completed, content.id)
}

/** The call that the hint names. A submit is repeated only under the clientRef that the result gives. */
function obey({ tool, content, args }: CallRecord, intent?: Intent): Choice[] {
  const hint = String(content.hint ?? '')
  const named = toolNames.filter((name) => new RegExp(`\\b${name}\\b`).test(hint))
  const client_ref = content.clientRef
  if (intent && intent.tries < TRIES_MAX && typeof client_ref === 'string') {
    const again: Choice = { tool: intent.tool, args: { ...intent.args, client_ref }, intent }
    const list: Choice = { tool: 'list_media', args: { client_ref } }
    if (hint.includes('client_ref') && named.includes('list_media')) return [list, again]
    if (content.retryable === true && hint.includes('client_ref')) return [again]
  }
  if (tool === 'create_product' && named.includes('list_products'))
    return [{ tool: 'list_products', args: {} }]
  if (tool === 'create_cep' && named.includes('list_ceps'))
    return [{ tool: 'list_ceps', args: { product_id: args.product_id } }]
  return []
}
