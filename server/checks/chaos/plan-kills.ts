import { type Random, seededRandom } from '../../harness/random/index.ts'

export const victims = [
  'api',
  'api-2',
  'worker',
  'worker-2',
  'worker-3',
  'simulator',
  'engine',
  'postgres',
  'pooler',
  's3',
  'double-fal',
  'double-kie',
  'double-openai',
  'double-runway',
] as const
export type Victim = (typeof victims)[number]

export type KillPlan = {
  atMs: number
  target: Victim
  pauseMs: number
  /** The engine's data is deleted before it is restarted. */
  wipe: boolean
  /** It is asked to end, and finishes what it has begun; without this it is ended by kill -9. */
  signal?: 'SIGTERM'
  /** Instead of `target`: the worker that the engine sends new runs to. */
  isCurrentWorker?: true
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
/** Instead of the simulator. */
const DOUBLES: Victim[] = ['double-fal', 'double-kie', 'double-openai', 'double-runway']
/** With a pooler in front of it, the database loses one kill to that. */
const pooled = (deck: Victim[]): Victim[] => deck.with(deck.indexOf('postgres'), 'pooler')
const onDoubles = (deck: Victim[]): Victim[] => [...deck.filter((name) => name !== 'simulator'), ...DOUBLES]
/** The share of kills at the same moment as the one before. */
const TOGETHER = 0.15
const KILLS_PER_WIPE = 20
/** Every second end of these is a restart by SIGTERM. */
const RESTARTED = /^(api|worker)/

/** How many apis and workers there are. */
export type Counts = { apis: number; workers: number }

export type KillOptions = {
  seed: number
  kills: number
  loadMs: number
  counts: Counts
  isPooled: boolean
  isOnDoubles: boolean
}

/** Kills at random times during the load. The engine is wiped in the middle, in long runs more often. */
export function planKills(options: KillOptions): KillPlan[] {
  const { seed, kills, loadMs, counts } = options
  const random = seededRandom(seed, 'kills')
  const cards = options.isPooled ? pooled(DECK) : DECK
  const whole = options.isOnDoubles ? onDoubles(cards) : cards
  let deck: Victim[] = []
  const wipes = kills === 0 ? 0 : Math.max(1, Math.round(kills / KILLS_PER_WIPE))
  const wiped = new Set(Array.from({ length: wipes }, (_, i) => Math.floor(((i + 0.5) / wipes) * kills)))
  const plans: KillPlan[] = []
  const times = new Map<Victim, number>()
  for (let i = 0; i < kills; i++) {
    if (deck.length === 0) deck = random.shuffle(whole)
    const before = plans.at(-1)
    const together = random.next() < TOGETHER
    const ownMs = ((i + random.next()) / kills) * loadMs
    const wipe = wiped.has(i)
    const target = wipe ? takeEngine(deck) : oneOf(deck.pop() as Victim, counts, random)
    const atMs = together && before && before.target !== target ? before.atMs : ownMs
    const endedBefore = times.get(target) ?? 0
    times.set(target, endedBefore + 1)
    const isRestart = RESTARTED.test(target) && endedBefore % 2 === 1
    const signal = isRestart ? { signal: 'SIGTERM' as const } : {}
    plans.push({ atMs, target, pauseMs: random.float(100, 1_500), wipe, ...signal })
  }
  return plans
}

/** Any of the apis or workers in the place of the first one. */
function oneOf(target: Victim, { apis, workers }: Counts, random: Random): Victim {
  const count = target === 'api' ? apis : target === 'worker' ? workers : 1
  if (count === 1) return target
  const number = random.int(1, count)
  return number === 1 ? target : (`${target}-${number}` as Victim)
}

/** A wipe takes the place of a kill of the engine, so that ten kills are a whole deck. */
function takeEngine(deck: Victim[]): Victim {
  const at = deck.indexOf('engine')
  if (at >= 0) deck.splice(at, 1)
  return 'engine'
}
