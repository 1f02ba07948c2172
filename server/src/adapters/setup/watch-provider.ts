import type { FindResponse, JobState, Provider, SubmitResponse } from '#platform/providers'

/** One call of a provider. `outcome`: the kind of its answer, with the class of an error. */
export type ProviderCall = {
  provider: string
  call: 'submit' | 'check' | 'find' | 'cancel'
  outcome: string
  seconds: number
  /** It did not answer, or not as a provider that works does. */
  isDown: boolean
}

type Answer = SubmitResponse | JobState | FindResponse
const DOWN = new Set(['unreachable', 'unknown', 'refused provider_transient', 'refused timeout', 'threw'])

/** The same provider; `tell` hears of every call that ends. */
export function watchProvider(provider: Provider, tell: (call: ProviderCall) => void): Provider {
  const { name, find, cancel } = provider
  const timed = async <T>(
    call: ProviderCall['call'],
    work: () => Promise<T>,
    read: (answer: T) => string,
  ): Promise<T> => {
    const startedAt = performance.now()
    const end = (outcome: string) => {
      const seconds = (performance.now() - startedAt) / 1000
      tell({ provider: name, call, outcome, seconds, isDown: DOWN.has(outcome) })
    }
    try {
      const answer = await work()
      end(read(answer))
      return answer
    } catch (error) {
      end('threw')
      throw error
    }
  }
  return {
    ...provider,
    submit: (request, timeoutMs) => timed('submit', () => provider.submit(request, timeoutMs), outcomeOf),
    check: (handle) => timed('check', () => provider.check(handle), outcomeOf),
    ...(find && {
      find: (reference, readRequest) => timed('find', () => find(reference, readRequest), outcomeOf),
    }),
    ...(cancel && {
      cancel: (handle) =>
        timed(
          'cancel',
          () => cancel(handle),
          () => 'cancelled',
        ),
    }),
  }
}

const outcomeOf = (answer: Answer): string =>
  'class' in answer ? `${answer.kind} ${answer.class}` : answer.kind
