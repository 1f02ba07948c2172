import type { Cell, CellState, Tier } from '@atelier/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type PlanAnswer, planQuery } from '../../api/knowledge.ts'
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
  const [running, setRunning] = useState({ active: 0, target: 5 })
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
  const { need, cells, make } = plan.data.plan
  return (
    <section className={join('card', className)} aria-labelledby="plan">
      <div className="card-head flex-wrap">
        <h2 id="plan">{words.title}</h2>
        <p className="ml-0! grow">{sentenceOf({ need, cells, make }, running, words)}</p>
        <Running running={running} onChange={setRunning} />
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
      <div className="columns gap-0! pt-3">
        <ul className="list c7">
          {make.map((one) => (
            <Item key={cellKey(one)} made={one} state={stateOf(one, cells)} names={names} of={productId} />
          ))}
          {cells.length === 0 && (
            <li>
              <Link to="/products/$id" params={{ id: productId }} search={{ tab: 'points' }} className="link">
                {words.points}
              </Link>
            </li>
          )}
        </ul>
        {cells.length > 0 && <Board cells={cells} make={make} />}
      </div>
    </section>
  )
}

type Running = { active: number; target: number }

function sentenceOf(
  { need, cells, make }: Pick<PlanAnswer['plan'], 'need' | 'cells' | 'make'>,
  running: Running,
  words: Words['plan'],
): string {
  if (cells.length === 0) return words.noCells
  if (need === 0) return words.enough(running.active, running.target)
  return make.length === 0 ? words.allTired : words.missing(running.active, running.target, need)
}

type RunningProps = { running: Running; onChange(running: Running): void }

function Running({ running, onChange }: RunningProps) {
  const { plan: words } = useWords()
  const field = (name: keyof Running, label: string, most: number) => (
    <Field label={label}>
      {(ids) => (
        <input
          {...ids}
          type="number"
          className="input w-24!"
          min={0}
          max={most}
          value={running[name]}
          onChange={({ target }) => {
            const value = Math.min(most, Math.max(0, Math.floor(Number(target.value) || 0)))
            onChange({ ...running, [name]: value })
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

const stateOf = (made: Made, cells: Cell[]): CellState =>
  cells.find((cell) => cellKey(cell) === cellKey(made))?.state ?? 'untested'

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
function Board({ cells, make }: { cells: Cell[]; make: Made[] }) {
  const { plan: words, knowledge } = useWords()
  const board = boardOf(cells, make)
  const counts = countStates(board, cells.length < CELLS_LISTED)
  const told = counts.map(({ state, count }) => `${count} ${knowledge.cells[state]}`)
  return (
    <div className="c5 px-4 pb-5 phone:px-5">
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
