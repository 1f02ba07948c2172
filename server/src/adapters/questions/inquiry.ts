import type { Kit } from './new-kit.ts'

/** `as expected`: what the adapter relies on is true. `otherwise`: it is not. `open`: this cannot tell. */
export type Verdict = 'as expected' | 'otherwise' | 'open'

/** One answered question. `status`: what the provider answered, without ids, keys and addresses. */
export type Reply = { question: string; observed: string; verdict: Verdict; status?: string }

/** The questions to one provider, and what they cost at most. Nothing is bought beyond `purchases`. */
export type Inquiry = {
  purchases: number
  /** The most that one of them costs, in millionths of a US dollar: the price that we know, and a reserve. */
  microsEach: number
  /** What will be done, in sentences. */
  plan: readonly string[]
  ask(kit: Kit): AsyncGenerator<Reply>
}

export const open = (question: string, observed: string): Reply => ({ question, observed, verdict: 'open' })

export const judge = (isExpected: boolean): Verdict => (isExpected ? 'as expected' : 'otherwise')
