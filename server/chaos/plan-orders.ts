import { rollDice } from './roll-dice.ts'

const sizes = ['1:1', '2:3', '3:2'] as const

/** A kind of job and how often it is asked for. `early`: may fill its window, so not near the end. */
export type Kind = { model: string; n: 1 | 2 | 4; weight: number; early?: true }

export type Manners = {
  mix: Kind[]
  /** The share of jobs that are sent twice at the same time. */
  twice: number
  /** The share of jobs that are sent once more when they have long been acknowledged. */
  later: number
  /** The share whose client polls while it waits. */
  polls: number
  /** The share whose client hangs up on its first request before the answer can have come. */
  impatient: number
}

export type OrderPlan = {
  index: number
  atMs: number
  user: number
  clientRef: string
  body: { prompt: string; size: (typeof sizes)[number]; n: 1 | 2 | 4; model: string; clientRef: string }
  copies: 1 | 2
  againAfterMs: number | undefined
  polls: boolean
  hangUpAfterMs: number | undefined
}

export const usualManners: Manners = {
  mix: [
    { model: 'simulator/ok', n: 1, weight: 56 },
    { model: 'simulator/ok', n: 2, weight: 8 },
    { model: 'simulator/ok', n: 4, weight: 4 },
    { model: 'simulator/fail', n: 1, weight: 6 },
    { model: 'simulator/moderated', n: 2, weight: 3 },
    { model: 'simulator/partial', n: 1, weight: 1 },
    { model: 'simulator/partial', n: 2, weight: 3 },
    { model: 'simulator/partial', n: 4, weight: 2 },
    { model: 'simulator/refuse', n: 1, weight: 3, early: true },
    { model: 'simulator/lost-reply', n: 1, weight: 4 },
    { model: 'simulator/slow', n: 1, weight: 6, early: true },
    { model: 'simulator/hang', n: 1, weight: 4, early: true },
  ],
  twice: 0.08,
  later: 0.05,
  polls: 0.3,
  impatient: 0.05,
}

export type Crowd = { seed: number; jobs: number; users: number; loadMs: number; lastEarlyMs: number }

/** Who asks for what and when. A user's jobs come in pairs, so that two charges meet at one account. */
export function planOrders({ seed, jobs, users, loadMs, lastEarlyMs }: Crowd, manners: Manners): OrderPlan[] {
  return Array.from({ length: jobs }, (_, index) => {
    const dice = rollDice(seed, 'order', index)
    const atMs = ((index + dice.share()) / jobs) * loadMs
    const { model, n } = draw(
      manners.mix.filter((kind) => !kind.early || atMs <= lastEarlyMs),
      dice.share(),
    )
    const clientRef = `chaos-${seed}-${index}`
    const prompt = `job ${index} of the storm ${seed}`
    return {
      index,
      atMs,
      user: Math.floor(index / 2) % users,
      clientRef,
      body: { prompt, size: dice.pick(sizes), n, model, clientRef },
      copies: dice.share() < manners.twice ? 2 : 1,
      againAfterMs: dice.share() < manners.later ? dice.between(500, 4_000) : undefined,
      polls: dice.share() < manners.polls,
      hangUpAfterMs: dice.share() < manners.impatient ? dice.between(5, 250) : undefined,
    }
  })
}

function draw(mix: Kind[], share: number): Kind {
  let left = share * mix.reduce((sum, kind) => sum + kind.weight, 0)
  const found = mix.find((kind) => {
    left -= kind.weight
    return left < 0
  })
  return found ?? (mix[0] as Kind)
}
