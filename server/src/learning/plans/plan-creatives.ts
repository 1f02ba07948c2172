import {
  CELLS_PER_PLAN,
  type Cell,
  imagePrice,
  type Lift,
  orientations,
  Plan,
  type PlanAnswer,
  type PlannedAds,
  type PlanQuery,
  roundForecast,
  videoPrice,
} from '@atelier/contract'
import type { Owner } from '#access/identity'
import { listCepsOf } from '#catalog/ceps'
import { findCharacter, listCharacters } from '#catalog/characters'
import { findProduct } from '#catalog/products'
import { findOutlook, readToday } from '#learning/evidence'
import { ensureConclusions } from '#learning/knowledge'
import type { Outlook, TestedCell } from '#learning/outlooks'
import {
  type Belief,
  type CellParts,
  countRecent,
  drawPlaces,
  explainFewWinners,
  explainPlace,
  fitBelief,
  liftOf,
  nameCell,
  readBelief,
} from '#learning/planning'
import { seededRandom } from '#learning/statistics'
import type { Db, Rows } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { mostAlike, planReplacements, type Replacing } from './plan-replacements.ts'
import { readRunning } from './read-running.ts'

/** The newest characters. With 30 CEPs that makes nearly four thousand cells, few enough to list at once. */
const CHARACTERS_MAX = 20
/** Older characters that have ads are looked up one by one. */
const OLDER_CHARACTERS_MAX = 20

const DAY_MS = 86_400_000

/** A cell that may get a place. The hook that won with it is for one ad of a plan. */
type Candidate = { cell: Cell; tested: TestedCell | undefined; recent: number; isHookTaken?: boolean }

/**
 * Which creatives to make next for a product: repeat what wins, and try what may be better. Brings
 * conclusions up to date first. Everything that depends on rows was computed with them; here only places are
 * drawn, so the cost does not grow with the number of rows.
 */
export async function planCreatives(db: Db, owner: Owner, query: PlanQuery): Promise<PlanAnswer> {
  const { productId, target } = query
  if (!(await findProduct(db, owner, productId)))
    throw new Refusal('not_found', 'You have no product with this id.')
  const age = await ensureConclusions(db, owner, productId)
  const [outlook, today, ceps] = await Promise.all([
    findOutlook<Outlook>(db, owner, productId),
    readToday(db),
    listCepsOf(db, owner, { productId }),
  ])
  const texts = new Map(ceps.map(({ id, cepText }) => [id, cepText]))
  const tested = (outlook?.cells ?? []).filter(({ cepId }) => texts.has(cepId))
  const { running, count, notReported } = await readRunning(db, owner, query, outlook?.running ?? [])
  const characterIds = await listCharacterIds(db, owner, tested)
  const candidates = listCandidates([...texts.keys()], characterIds, tested, { today, notReported })
  const need = Math.max(0, target - (query.active === undefined || query.running ? count : query.active))
  const belief = outlook ? readBelief(outlook.belief) : fitBelief([])
  const chosen = choose(belief, candidates, { need }, `${productId} ${today}`)
  // What replaces a running ad is drawn after what fills the free places, and counts their wear.
  const planned = new Map(chosen.map(({ candidate, places }) => [candidate, places]))
  const later = candidates.map((one) => {
    const places = planned.get(one) ?? 0
    return { ...one, recent: one.recent + places, isHookTaken: places > 0 }
  })
  const proposalsFor = (count: number): Replacing[][] =>
    choose(belief, later, { need: count, most: mostAlike(count) }, `${productId} ${today} replace`).map(
      ({ candidate, places }) =>
        Array.from({ length: places }, (_, no) => {
          const isHookTaken = no > 0 || candidate.isHookTaken === true
          const recent = candidate.recent + no
          return asReplacing(present(belief, { ...candidate, recent, isHookTaken }, 1, texts))
        }),
    )
  const make = chosen.map(({ candidate, places }) => present(belief, candidate, places, texts))
  const cells = candidates.map(({ cell }) => cell)
  const plan: Plan = {
    need,
    cells: [...cells.filter(({ ads }) => ads > 0), ...cells.filter(({ ads }) => ads === 0)].slice(
      0,
      CELLS_PER_PLAN,
    ),
    make,
    creditsCost: make.reduce((sum, { creditsCost }) => sum + creditsCost, 0),
    fewWinners: explainWinners(belief, candidates, make, need),
    running: running.map(({ urgency: _, ...ad }) => ad),
    runningCells: outlook?.runningCells ?? [],
    replace: planReplacements(running, proposalsFor),
  }
  // The database stores the fields of an object by their length; a reader gets the order of the contract.
  const ordered = Plan.safeParse(plan).data ?? plan
  return { plan: ordered, message: messageOf(ordered, cells.length), ...age }
}

/** The newest characters, none, and those that have ads and still exist. */
async function listCharacterIds(db: Rows, owner: Owner, tested: TestedCell[]): Promise<(string | null)[]> {
  const { characters } = await listCharacters(db, owner, { limit: CHARACTERS_MAX })
  const newest = new Set<string | null>([null, ...characters.map(({ id }) => id)])
  const older = [...new Set(tested.flatMap(({ characterId }) => characterId ?? []))]
    .filter((id) => !newest.has(id))
    .slice(0, OLDER_CHARACTERS_MAX)
  const found = await Promise.all(older.map((id) => findCharacter(db, owner, id)))
  return [...newest, ...found.flatMap((character) => character?.id ?? [])]
}

/** Every combination of CEP, character (or none), media type and orientation. */
function listCandidates(
  cepIds: string[],
  characterIds: (string | null)[],
  tested: TestedCell[],
  { today, notReported }: { today: string; notReported: CellParts[] },
): Candidate[] {
  const byKey = new Map(tested.map((cell) => [nameCell(cell).key, cell]))
  const begun = Map.groupBy(notReported, (cell) => nameCell(cell).key)
  const day = Date.parse(today) / DAY_MS
  const mediaTypes = ['IMAGE', 'VIDEO'] as const
  const all = cepIds.flatMap((cepId) =>
    characterIds.flatMap((characterId) =>
      mediaTypes.flatMap((mediaType) =>
        orientations.map((orientation) => ({ cepId, characterId, mediaType, orientation })),
      ),
    ),
  )
  return all.map((parts): Candidate => {
    const { key } = nameCell(parts)
    const known = byKey.get(key)
    const { state = 'untested', estimate = null, probabilityBetter = null, ads = 0 } = known ?? {}
    const recent = countRecent(known?.began ?? [], day) + (begun.get(key)?.length ?? 0)
    return { cell: { ...parts, state, estimate, probabilityBetter, ads }, tested: known, recent }
  })
}

/** The cells with places, most places first. */
function choose(
  belief: Belief,
  candidates: Candidate[],
  wanted: { need: number; most?: number },
  seed: string,
): { candidate: Candidate; places: number }[] {
  // In a fixed order, so that the plan does not depend on the order of the input.
  const usable = candidates
    .filter(({ cell }) => cell.state !== 'losing')
    .map((candidate) => ({ candidate, ...nameCell(candidate.cell), recent: candidate.recent }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const places = drawPlaces(belief, { cells: usable, ...wanted }, seededRandom(seed))
  return usable
    .flatMap(({ candidate, key }) => {
      const count = places.get(key)
      return count === undefined ? [] : [{ candidate, places: count }]
    })
    .sort((a, b) => b.places - a.places)
}

function foresee(belief: Belief, cell: Cell, recent: number): Lift {
  const { expected, low, high } = liftOf(belief, nameCell(cell), recent)
  return { expected: roundForecast(expected), low: roundForecast(low), high: roundForecast(high) }
}

function present(
  belief: Belief,
  { cell, tested, recent, isHookTaken = false }: Candidate,
  count: number,
  texts: Map<string, string>,
): PlannedAds {
  const { state, ads, estimate: _, probabilityBetter, ...parts } = cell
  const hook = isHookTaken ? null : (tested?.hook ?? null)
  const lift = foresee(belief, cell, recent)
  const reason = explainPlace(
    {
      state,
      ads,
      won: tested?.won ?? 0,
      isLastFading: tested?.isLastFading ?? false,
      isCompared: probabilityBetter !== null,
      hasHook: hook !== null,
      lift,
    },
    count,
  )
  return {
    ...parts,
    count,
    reason,
    cepText: texts.get(cell.cepId) ?? '',
    hook,
    newHooks: hook === null ? count : count - 1,
    lift,
    followsWinner: state === 'winning',
    creditsCost: count * (cell.mediaType === 'IMAGE' ? imagePrice(1) : videoPrice(6, 'SD')),
  }
}

const asReplacing = ({
  cepId,
  characterId,
  mediaType,
  orientation,
  cepText,
  hook,
  lift,
  reason,
}: PlannedAds): Replacing => ({ cepId, characterId, mediaType, orientation, reason, cepText, hook, lift })

function explainWinners(
  belief: Belief,
  candidates: Candidate[],
  make: PlannedAds[],
  need: number,
): string | null {
  const winners = candidates
    .filter(({ cell }) => cell.state === 'winning')
    .map(({ cell, recent }) => ({ lift: foresee(belief, cell, recent), recent }))
  const others = make.filter(({ followsWinner }) => !followsWinner).map(({ lift }) => lift)
  return explainFewWinners({
    need,
    following: make.reduce((sum, { followsWinner, count }) => sum + (followsWinner ? count : 0), 0),
    winners,
    other: others.reduce<Lift | null>(
      (best, lift) => (best && best.expected >= lift.expected ? best : lift),
      null,
    ),
  })
}

function messageOf({ need, make, replace }: Plan, cells: number): string {
  const due = `${replace.length} of the running ads should be replaced, as in \`replace\``
  if (cells === 0) return 'The product has no active CEP. Create one or more, then request the plan again.'
  if (need === 0 && replace.length > 0)
    return `Enough ads are running, but ${due}. Report the rows of the new ones.`
  if (need === 0)
    return 'Enough ads are running. Make nothing; report their rows and request the plan again tomorrow.'
  if (make.length === 0) return 'Every combination loses. Create new CEPs, then request the plan again.'
  const made =
    need === 1
      ? 'Make 1 creative as in `make`, then report its rows.'
      : `Make ${need} creatives as in \`make\`, then report their rows.`
  return replace.length > 0 ? `${made} ${due}.` : made
}
