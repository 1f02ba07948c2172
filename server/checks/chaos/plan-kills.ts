import { seededRandom } from '../../harness/random/index.ts'

export const victims = ['api', 'worker', 'simulator', 'engine', 'postgres', 's3'] as const
export type Victim = (typeof victims)[number]

export type KillPlan = {
  atMs: number
  target: Victim
  pauseMs: number
  /** The engine's data is deleted before it is restarted. */
  wipe: boolean
}

/** Ten kills: every process is killed at least once, those that hold work in memory more often. */
const DECK: Victim[] = [
  'api',
  'api',
  'worker',
  'worker',
  'worker',
  'postgres',
  'postgres',
  'engine',
  'simulator',
  's3',
]
/** The share of kills at the same moment as the one before. */
const TOGETHER = 0.15
const KILLS_PER_WIPE = 20

export type KillOptions = { seed: number; kills: number; loadMs: number }

/** Kills at random times during the load. The engine is wiped in the middle, in long runs more often. */
export function planKills({ seed, kills, loadMs }: KillOptions): KillPlan[] {
  const random = seededRandom(seed, 'kills')
  let deck: Victim[] = []
  const wipes = kills === 0 ? 0 : Math.max(1, Math.round(kills / KILLS_PER_WIPE))
  const wiped = new Set(Array.from({ length: wipes }, (_, i) => Math.floor(((i + 0.5) / wipes) * kills)))
  const plans: KillPlan[] = []
  for (let i = 0; i < kills; i++) {
    if (deck.length === 0) deck = random.shuffle(DECK)
    const before = plans.at(-1)
    const together = random.next() < TOGETHER
    const ownMs = ((i + random.next()) / kills) * loadMs
    const wipe = wiped.has(i)
    const target = wipe ? 'engine' : (deck.pop() as Victim)
    const atMs = together && before && before.target !== target ? before.atMs : ownMs
    plans.push({ atMs, target, pauseMs: random.float(100, 1_500), wipe })
  }
  return plans
}
