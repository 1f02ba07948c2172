import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, callProvider, cleanReason, newDispatcher } from '#adapters/shared'
import type { Handle, JobState, Provider, ProviderRequest } from '#platform/providers'

export type Asked = {
  method?: 'GET' | 'POST' | 'DELETE'
  body?: unknown
  headers?: Record<string, string>
  /** Instead of the real one, for the question what a wrong key gets. */
  key?: string
}

export type KitSettings = {
  provider: Provider
  key: string
  /** The headers of a call with a key. */
  authorize(key: string): Record<string, string>
  purchases: number
  /** An address of a picture that our service serves, if the operator gave one. */
  referenceUrl?: string | undefined
  /** Between two checks of a job, unless the provider wants more. */
  pollMs?: number
}

/** What the questions are asked with. */
export type Kit = {
  provider: Provider
  referenceUrl: string | undefined
  /** A call that buys nothing. */
  ask(url: string, asked?: Asked): Promise<Answer>
  /** A call that may buy. Throws when more would be bought than was announced. */
  buy(url: string, asked: Asked): Promise<Answer>
  /** The same through the adapter. */
  submit(request: ProviderRequest): ReturnType<Provider['submit']>
  /** Checks a job through the adapter until it ends, for some minutes. */
  waitFor(handle: Handle): Promise<JobState>
  /** An answer as an operator may publish it: its status, and its text without ids, keys and addresses. */
  show(answer: Answer): string
  pause(): Promise<void>
}

const CALL_MS = 180_000
const WAIT_MS = 300_000

export function newKit(settings: KitSettings): Kit {
  const { provider, key, authorize, purchases, referenceUrl } = settings
  const { pollMs = provider.times.checkFloorMs } = settings
  const dispatcher = newDispatcher()
  let bought = 0
  const count = () => {
    if (++bought > purchases) throw new Error('more would be bought than was announced')
  }
  const ask = (url: string, { key: other, headers, ...call }: Asked = {}) =>
    callProvider(dispatcher, url, {
      ...call,
      headers: { ...headers, ...authorize(other ?? key) },
      timeoutMs: CALL_MS,
    })
  return {
    provider,
    referenceUrl,
    ask,
    buy: (url, asked) => {
      count()
      return ask(url, asked)
    },
    submit: (request) => {
      count()
      return provider.submit(request, provider.times.submitTimeoutMs)
    },
    async waitFor(handle) {
      for (const until = Date.now() + WAIT_MS; ; await sleep(pollMs)) {
        const state = await provider.check(handle)
        if (state.kind === 'done' || state.kind === 'failed' || Date.now() > until) return state
      }
    },
    show: (answer) => {
      if (answer.kind !== 'answered') return answer.kind === 'unsent' ? 'not reached' : 'no whole answer'
      return `${answer.status} ${cleanReason(answer.text, [key])}`
    },
    pause: () => sleep(pollMs),
  }
}

/** The least that can be ordered: one plain square. */
export const plainSquare = (model: string): ProviderRequest & { kind: 'image' } => ({
  kind: 'image',
  model,
  size: '1:1',
  n: 1,
  prompt: 'a plain grey square',
  reference: `provider-check-${Date.now()}`,
  references: [],
  callbackUrl: '',
})

/** The names of the fields of a JSON object, for a look at its form. */
export const fieldsOf = (json: unknown): string => Object.keys(Object(json)).toSorted().join(', ')
