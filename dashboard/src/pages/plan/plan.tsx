import type { Cell, CellState, Tier } from '@atelier/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type PlanAnswer, planQuery, type Running as Wanted } from '../../api/knowledge.ts'
import { credits } from '../../format/numbers.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Glyph, tierTones } from '../../parts/glyph.tsx'
import { join } from '../../parts/join-classes.ts'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { useMode } from '../../shell/use-mode.ts'
import { useWords, type Words } from '../../words/index.ts'
import type { Names } from '../knowledge/name-recipe.ts'
import { useNames } from '../knowledge/use-names.ts'
import { boardOf, CELLS_LISTED, countStates } from './board-of.ts'
import { MakeAllDialog } from './make-all-dialog.tsx'
import { cellKey, describeCell, priceOf } from './planned-orders.ts'
import { Replacements } from './replacements.tsx'
import { useOrders } from './use-orders.ts'

const ACTIVE_MOST = 50
const TARGET_MOST = 50
const glyphs: Partial<Record<CellState, Tier>> = {
  winning: 'winner',
  open: 'unproven',
  tired: 'fatigued',
  losing: 'loser',
}

type Made = PlanAnswer['plan']['make'][number]

/** What to make next, and what is left to try. */
export function Plan({ productId, className }: { productId: string | undefined; className?: string }) {
  const { plan: words } = useWords()
  if (productId === undefined)
    return (
      <section className={join('card empty', className)}>
        <p>{words.choose}</p>
      </section>
    )
  return <PlanOf productId={productId} {...(className && { className })} />
}

function PlanOf({ productId, className }: { productId: string; className?: string }) {
  const { plan: words } = useWords()
  // Until the owner says otherwise, the ads that run are those whose rows are up to date.
  const [running, setRunning] = useState<Wanted>({ active: null, target: 5 })
  const [isMaking, setMaking] = useState(false)
  const plan = useQuery({
    ...planQuery(useMode(), productId, running),
    placeholderData: keepPreviousData,
  })
  const names = useNames(productId)
  const orders = useOrders(plan.data?.plan.make ?? [], productId)
  const open = () => {
    if (orders.isDone) orders.startOver()
    setMaking(true)
  }
  if (plan.isPending)
    return (
      <div className={className}>
        <Waiting>
          <Skeleton className="h-64" />
        </Waiting>
      </div>
    )
  if (plan.data === undefined)
    return (
      <div className={className}>
        <Problem error={plan.error} onRetry={plan.refetch} />
      </div>
    )
  const { need, cells, make, fewWinners, running: reported } = plan.data.plan
  const active = running.active ?? reported.length
  return (
    <section className={join('card', className)} aria-labelledby="plan">
      <div className="card-head flex-wrap">
        <h2 id="plan">{words.title}</h2>
        <p className="ml-0! grow">{sentenceOf({ need, cells, make }, { ...running, active }, words)}</p>
        <Running running={running} reported={reported.length} onChange={setRunning} />
        {make.length > 0 && (
          <Button tone="primary" className="self-end" onClick={open}>
            {words.makeAll(need)}
            <span className="opacity-70 tabular-nums">{words.amount(credits(priceOf(make)))}</span>
          </Button>
        )}
      </div>
      {isMaking && (
        <MakeAllDialog
          make={make}
          names={names}
          productId={productId}
          orders={orders}
          onClose={() => setMaking(false)}
        />
      )}
      {fewWinners !== null && (
        <p className="px-4 pt-2 text-s text-ink2 phone:px-5">{words.fewWinners(fewWinners)}</p>
      )}
      <Next plan={plan.data.plan} names={names} productId={productId} />
    </section>
  )
}

type NextProps = { plan: PlanAnswer['plan']; names: Names; productId: string }

/** What to make and what to replace, beside what is left to try. */
function Next({ plan: { cells, make, replace }, names, productId }: NextProps) {
  const isBoardAlone = cells.length > 0 && make.length === 0 && replace.length === 0
  return (
    <div className="columns gap-0! pt-3">
      {!isBoardAlone && (
        <div className="c7 min-w-0">
          <ul className="list">
            {make.map((one) => (
              <Item key={cellKey(one)} made={one} state={stateOf(one, cells)} names={names} of={productId} />
            ))}
            {cells.length === 0 && <ToPoints productId={productId} />}
          </ul>
          <Replacements
            replace={replace}
            stateOf={(by) => stateOf(by, cells)}
            names={names}
            productId={productId}
          />
        </div>
      )}
      {cells.length > 0 && <Board cells={cells} make={make} isAlone={isBoardAlone} />}
    </div>
  )
}

function ToPoints({ productId }: { productId: string }) {
  const { plan: words } = useWords()
  return (
    <li>
      <Link to="/products/$id" params={{ id: productId }} search={{ tab: 'points' }} className="link">
        {words.points}
      </Link>
    </li>
  )
}

function sentenceOf(
  { need, cells, make }: Pick<PlanAnswer['plan'], 'need' | 'cells' | 'make'>,
  { active, target }: { active: number; target: number },
  words: Words['plan'],
): string {
  if (cells.length === 0) return words.noCells
  if (need === 0) return words.enough(active, target)
  return make.length === 0 ? words.allTired : words.missing(active, target, need)
}

type RunningProps = { running: Wanted; reported: number; onChange(running: Wanted): void }

/** Empty: as many as the rows say. */
function Running({ running, reported, onChange }: RunningProps) {
  const { plan: words } = useWords()
  const field = (name: keyof Wanted, label: string, most: number) => (
    <Field label={label}>
      {(ids) => (
        <input
          {...ids}
          type="number"
          className="input w-24!"
          min={0}
          max={most}
          placeholder={name === 'active' ? String(reported) : undefined}
          title={name === 'active' ? words.activeHelp : undefined}
          value={running[name] ?? ''}
          onChange={({ target }) => {
            const value = Math.min(most, Math.max(0, Math.floor(Number(target.value) || 0)))
            onChange({ ...running, [name]: name === 'active' && target.value === '' ? null : value })
          }}
        />
      )}
    </Field>
  )
  return (
    <div className="flex gap-3">
      {field('active', words.active, ACTIVE_MOST)}
      {field('target', words.target, TARGET_MOST)}
    </div>
  )
}

const stateOf = (
  made: Pick<Made, 'cepId' | 'characterId' | 'mediaType' | 'orientation'>,
  cells: Cell[],
): CellState => cells.find((cell) => cellKey(cell) === cellKey(made))?.state ?? 'untested'

const liftIn = ({ lift }: Made): [expected: string, low: string, high: string] => [
  lift.expected.toFixed(1),
  lift.low.toFixed(1),
  lift.high.toFixed(1),
]

type ItemProps = { made: Made; state: CellState; names: Names; of: string }

function Item({ made, state, names, of }: ItemProps) {
  const all = useWords()
  const { plan: words } = all
  const { cepId, characterId, mediaType, orientation, hook } = made
  const isImage = mediaType === 'IMAGE'
  return (
    <li className="flex-wrap">
      <span className="glyphbox">
        {glyphs[state] ? <Glyph name={glyphs[state]} /> : <Plus aria-hidden="true" />}
      </span>
      <div className="min-w-0 grow basis-48">
        <div className="font-medium">{describeCell(made, names, all)}</div>
        <div className="line-clamp-2 text-s text-ink2">“{names.points.get(cepId) ?? cepId}”</div>
        <div className="text-xs text-ink3">{words.reason(state, made.reason)}</div>
        <div className="text-xs text-ink3 tabular-nums">
          {words.lift(...liftIn(made))}
          {hook !== null && <>, {words.hook(hook)}</>}
        </div>
      </div>
      <div className="ml-auto flex items-center gap-3">
        <span className="font-medium whitespace-nowrap tabular-nums">{credits(priceOf([made]))}</span>
        <Link
          to="/make"
          search={{
            product: of,
            point: cepId,
            character: characterId ?? undefined,
            kind: isImage ? 'image' : 'video',
            shape: orientation,
          }}
          className={buttonClass({ small: true })}
        >
          {words.make}
        </Link>
      </div>
    </li>
  )
}

/** Cells sorted by state; those of today's plan are ringed. */
function Board({ cells, make, isAlone }: { cells: Cell[]; make: Made[]; isAlone: boolean }) {
  const { plan: words, knowledge } = useWords()
  const board = boardOf(cells, make)
  const counts = countStates(board, cells.length < CELLS_LISTED)
  const told = counts.map(({ state, count }) => `${count} ${knowledge.cells[state]}`)
  return (
    <div className={join('px-4 pb-5 phone:px-5', isAlone ? 'c12 w-full max-w-lg' : 'c5')}>
      <h3 className="mb-2">{words.board}</h3>
      <div className="cells" role="img" aria-label={words.boardSentence(told.join(', '))}>
        {board.map(({ key, state, isChosen }) => (
          <i key={key} className={join(state, isChosen && 'chosen')}>
            {glyphs[state] && <Glyph name={glyphs[state]} size={10} />}
          </i>
        ))}
      </div>
      <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink3 tabular-nums">
        {counts.map(({ state, count }) => (
          <li key={state} className="mark">
            {glyphs[state] ? (
              <span className={`flex t-${tierTones[glyphs[state]]}`}>
                <Glyph name={glyphs[state]} />
              </span>
            ) : (
              <span className="untested-mark" />
            )}
            {count} {knowledge.cells[state]}
          </li>
        ))}
      </ul>
    </div>
  )
}
