import type { StuckTry } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import { triesQuery } from '../../api/operator.ts'
import { amountIn } from '../../format/results.ts'
import { Chip } from '../../parts/chip.tsx'
import type { Tone } from '../../parts/glyph.tsx'
import { Id } from '../../parts/id.tsx'
import { useWords } from '../../words/index.ts'
import { ListCard } from './list-card.tsx'
import { useWhen } from './use-when.ts'

const MICROS = 1_000_000

const tones = {
  unknown: 'bad',
  unanswered: 'warn',
  late: 'warn',
  closing: 'bad',
} as const satisfies Record<StuckTry['why'], Tone>

/** Tries that may need an operator: the answer was lost, or the run does not move. Oldest first. */
export function StuckTries() {
  const { tries: words } = useWords().operator
  const tries = useQuery(triesQuery)
  return (
    <ListCard
      title={words.title}
      aside={<p className="max-phone:hidden">{words.lede}</p>}
      reading={tries}
      note={tries.data?.length === 0 && words.none}
    >
      {tries.data?.map((one) => (
        <Row key={`${one.mediaId} ${one.try} ${one.part}`} stuck={one} />
      ))}
    </ListCard>
  )
}

function Row({ stuck }: { stuck: StuckTry }) {
  const { operator, modes } = useWords()
  const { tries: words } = operator
  const write = useWhen()
  const { provider, model, kind, expectedCostMicros: micros } = stuck
  const cost = micros === null ? words.noCost : words.cost(amountIn(micros / MICROS, 'USD'))
  return (
    <li className="items-start! max-phone:flex-wrap">
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{words.why[stuck.why]}</span>
          <Chip tone={tones[stuck.why]}>{words.states[stuck.state]}</Chip>
          {stuck.mode === 'test' && <Chip>{modes.test}</Chip>}
        </div>
        <div className="text-s wrap-anywhere text-ink2">
          {[provider, model, words.kinds[kind], words.place(stuck.try, stuck.part)].join(' · ')}
        </div>
        <div className="text-s text-ink3 tabular-nums">
          {words.times(write(stuck.startedAt), write(stuck.deadlineAt))} · {cost}
        </div>
      </div>
      <div className="ids">
        <Id id={stuck.mediaId} label={words.job} />
        <Id id={stuck.userId} label={operator.users.id} />
      </div>
    </li>
  )
}
