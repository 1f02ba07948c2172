import type { Call } from '../http/call.ts'
import type { Reply } from '../http/reply.ts'
import type { Account } from './account.ts'

/** What a person sees at Stripe, and presses: a page to pay on, and a receipt. Undefined: another address. */
export function handlePerson(account: Account, { method, path }: Call): Reply | undefined {
  const [, kind, id = '', act] = /^\/(pay|receipts)\/(\w+)(\/done)?$/.exec(path) ?? []
  if (kind === 'receipts') return receipt(account, id)
  if (kind !== 'pay') return undefined
  const session = account.sessions.get(id)
  if (!session) return page(404, 'No such page', '')
  if (method === 'POST' && act) {
    account.pay(id)
    return { status: 303, headers: { location: session.success_url ?? '/' }, body: Buffer.alloc(0) }
  }
  if (session.status !== 'open') return page(200, 'This page cannot be paid any more', '')
  const price = `${session.amount_total / 100} ${session.currency}`
  const back = session.cancel_url ? `<p><a href="${asText(session.cancel_url)}">Back</a></p>` : ''
  const form = `<form method="post" action="/pay/${id}/done"><button>Pay</button></form>`
  return page(200, `Double of Stripe: ${asText(price)}`, `<p>No card pays anything here.</p>${form}${back}`)
}

function receipt(account: Account, intentId: string): Reply {
  const intent = account.intents.get(intentId)
  if (!intent) return page(404, 'No such receipt', '')
  return page(200, `Receipt of ${intent.amount / 100} ${asText(intent.currency)}`, '')
}

const asText = (text: string): string => text.replaceAll(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

function page(status: number, title: string, content: string): Reply {
  const html = `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${content}</html>`
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: Buffer.from(html) }
}
