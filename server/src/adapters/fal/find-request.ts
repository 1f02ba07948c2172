import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '#adapters/shared'
import type { FindResponse, ProviderRequest } from '#platform/providers'
import { type Addresses, buildInput, endpointOf } from './build-input.ts'
import { type FalAccount, findOffer } from './fal-account.ts'
import { adoptRequest } from './fal-handle.ts'
import type { FalOffer } from './fal-offer.ts'
import { expectAddresses } from './place-pictures.ts'

/** A submit is looked for until the window of its job is over: 30 minutes, and some for the clocks. */
const LOOK_BACK_MS = 45 * 60_000
const CLOCK_SLACK_MS = 2 * 60_000
const PAGE_ROWS = 100
const PAGES_MAX = 50
const TIMEOUT_MS = 5_000

type Row = Record<string, unknown>

/**
 * Looks for a request whose answer was lost, by its input. One is it, several could be: a plain prompt may be
 * ordered twice. None proves nothing while the list may lack those that wait or run: it is looked for again
 * until the window is over.
 */
export async function findRequest(account: FalAccount, request: ProviderRequest): Promise<FindResponse> {
  const offer = findOffer(account, request.model)
  if (!offer) return { kind: 'unreachable' }
  const endpoint = endpointOf(offer, request)
  const rows = await listRows(account, endpoint)
  if (!rows) return { kind: 'unreachable' }
  const addresses = expectAddresses(account, request)
  const expected = buildInput(offer, request, addresses)
  const isSame = ({ json_input: input }: Row) =>
    isRecord(input) && isDeepStrictEqual(withNames(offer, input, addresses), expected)
  const ids = new Set(rows.filter(isSame).map(({ request_id }) => String(request_id)))
  const handles = [...ids].map((id) => adoptRequest(account, endpoint, id))
  const [handle] = handles
  if (handle) return handles.length > 1 ? { kind: 'ambiguous', handles } : { kind: 'found', handle }
  // A row without its input may be the one.
  const isCertain = account.settings.isListComplete && rows.every((row) => isRecord(row.json_input))
  return { kind: isCertain ? 'absent' : 'unreachable' }
}

/** Every row that can be it, of all pages; undefined when they cannot all be read. */
async function listRows(account: FalAccount, endpoint: string): Promise<Row[] | undefined> {
  const now = Date.now()
  const query = new URLSearchParams({
    endpoint_id: endpoint,
    start: new Date(now - LOOK_BACK_MS).toISOString(),
    end: new Date(now + CLOCK_SLACK_MS).toISOString(),
    expand: 'payloads',
    limit: String(PAGE_ROWS),
  })
  const rows: Row[] = []
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const url = `${account.settings.platformUrl}/models/requests/by-endpoint?${query}`
    const answer = await account.ask(url, { timeoutMs: TIMEOUT_MS })
    if (answer.kind !== 'answered' || answer.status !== 200 || !isRecord(answer.json)) return undefined
    const { items, has_more, next_cursor } = answer.json
    if (!Array.isArray(items)) return undefined
    rows.push(...items.filter(isRecord).filter((row) => typeof row.request_id === 'string'))
    if (has_more !== true) return rows
    if (typeof next_cursor !== 'string') return undefined
    query.set('cursor', next_cursor)
  }
  return undefined
}

/** An upload gets its address from the provider; the name that we gave it is a part of that. */
function withNames(offer: FalOffer, input: Row, { references, mask }: Addresses): Row {
  const nameOf = (address: unknown, expected: string | undefined) =>
    expected !== undefined && String(address).includes(`${expected}.`) ? expected : address
  const placed = input[offer.referencesField]
  return {
    ...input,
    ...(Array.isArray(placed) && {
      [offer.referencesField]: placed.map((address, at) => nameOf(address, references[at])),
    }),
    ...(input.mask_url !== undefined && { mask_url: nameOf(input.mask_url, mask) }),
  }
}
