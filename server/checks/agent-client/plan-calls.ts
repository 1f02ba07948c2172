import { seededRandom } from '../../harness/random/index.ts'
import { type FaultName, faults, REFUSED } from './faults.ts'

/** Drawn from a shuffled deck, so that a short run has every kind in the same shares as a long one. */
const tools = {
  generate_image: 24,
  generate_video: 5,
  get_media: 26,
  list_media: 5,
  download_media: 4,
  attach_media: 3,
  create_product: 4,
  get_product: 2,
  list_products: 2,
  rename_product: 2,
  add_product_reference: 4,
  list_product_photos: 2,
  list_characters: 1,
  create_cep: 4,
  list_ceps: 2,
  delete_cep: 2,
  ping: 2,
  check_credits: 2,
  get_platform_marketing_guide: 1,
  search_knowledge: 1,
  get_campaign_history: 1,
  get_winning_patterns: 1,
} as const

export type ToolName = keyof typeof tools
export const toolNames = Object.keys(tools) as ToolName[]

/** The calls of one client and their faults. */
export type ClientPlan = { tools: ToolName[]; faults: FaultName[][] }

/** How many requests of a call fail. The last number stands for a service that stays down. */
const lengths = [0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 9]
/** One in this many calls lasts as long as the client's timeout. */
const CALLS_PER_COSTLY = 50
const REFUSED_WEIGHT = 4

const entries = Object.entries(faults) as [FaultName, { weight: number; isCostly?: boolean }][]
const cards = (isCostly: boolean): FaultName[] => [
  ...entries
    .filter(([, fault]) => Boolean(fault.isCostly) === isCostly)
    .flatMap(([name, { weight }]) => Array<FaultName>(weight).fill(name)),
  ...(isCostly ? [] : Array<FaultName>(REFUSED_WEIGHT).fill(REFUSED)),
]

export type CallsPlan = { seed: number; calls: number; clients: number; only?: Only }
/** For an injected mistake: the calls and faults that show it. */
export type Only = { tools: ToolName[]; faults: FaultName[]; lengths?: number[] }

export function planCalls({ seed, calls, clients, only }: CallsPlan): ClientPlan[] {
  const random = seededRandom(seed, 'plans')
  const deck = <T>(content: readonly T[]): (() => T) => {
    let left: T[] = []
    return () => {
      if (left.length === 0) left = random.shuffle(content)
      return left.pop() as T
    }
  }
  const nextTool = deck(only?.tools ?? toolNames.flatMap((name) => Array<ToolName>(tools[name]).fill(name)))
  const nextFault = deck(only?.faults ?? cards(false))
  const nextCostly = deck(cards(true))
  const nextLength = deck(only?.lengths ?? lengths)
  const plans = Array.from({ length: clients }, (): ClientPlan => ({ tools: [], faults: [] }))
  const costly = only ? 0 : Math.floor(calls / CALLS_PER_COSTLY)
  for (let i = 0; i < calls; i++) {
    const plan = plans[i % clients] as ClientPlan
    plan.tools.push(nextTool())
    // The costly faults happen in parallel: one for each client in turn, from its third call on.
    const isCostly = i >= 2 * clients && i < 2 * clients + costly
    plan.faults.push(isCostly ? [nextCostly()] : planCall(nextFault, nextLength(), random.next()))
  }
  return plans
}

/** One fault that persists, or several in a row. */
function planCall(next: () => FaultName, length: number, chance: number): FaultName[] {
  const first = next()
  if (first === 'api killed') return [first] // the restarted api must have time to answer
  if (length > 2 || chance < 0.5) return Array<FaultName>(length).fill(first)
  return Array.from({ length }, (_, i) => (i === 0 ? first : next()))
}
