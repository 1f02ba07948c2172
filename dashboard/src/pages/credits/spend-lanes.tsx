import type { SpendGroup } from '@atelier/contract'
import { useState } from 'react'
import { credits } from '../../format/numbers.ts'
import { Button } from '../../parts/button.tsx'
import { join } from '../../parts/join-classes.ts'
import { Lamp } from '../../parts/lamp.tsx'
import { Segmented } from '../../parts/segmented.tsx'
import { useWords } from '../../words/index.ts'
import type { SpendLane } from './spend-lanes-of.ts'

export type DayCount = '14' | '30' | '90'
export type SpendBy = Exclude<SpendGroup, 'day'>

type SpendLanesProps = {
  lanes: SpendLane[]
  days: string[]
  count: DayCount
  onCount(count: DayCount): void
  by: SpendBy
  onBy(by: SpendBy): void
}

/** Where did it go? A row for each source, one scale for all; the sum first, with its own scale. */
export function SpendLanes({ lanes, days, count, onCount, by, onBy }: SpendLanesProps) {
  const { creditsPage: words } = useWords()
  const [isTable, showTable] = useState(false)
  const [sum, ...keys] = lanes
  const highest = Math.max(1, ...keys.flatMap(({ values, ceiling }) => [...values, ceiling ?? 0]))
  return (
    <section className="card mb-6 @container">
      <div className="card-head flex-wrap pb-3.5">
        <h2>{words.spend}</h2>
        <p className="max-phone:hidden">{words.spendHelp}</p>
        <Segmented
          label={words.by}
          value={by}
          choices={(['key', 'product', 'model'] as const).map((value) => ({
            value,
            label: words.groups[value],
          }))}
          onChoose={onBy}
        />
        <Segmented
          label={words.spend}
          value={count}
          choices={(['14', '30', '90'] as const).map((value) => ({
            value,
            label: value === count ? words.days(Number(value)) : value,
          }))}
          onChoose={onCount}
        />
        <Button small onClick={() => showTable(!isTable)}>
          {isTable ? words.chart : words.table}
        </Button>
      </div>
      {isTable ? (
        <SpendTable lanes={lanes} days={days} />
      ) : (
        <>
          {sum && <Row lane={sum} days={days} highest={Math.max(1, ...sum.values) / 0.9} />}
          {keys.map((lane) => (
            <Row key={lane.id} lane={lane} days={days} highest={highest / 0.83} />
          ))}
          <DayNumbers days={days} />
        </>
      )}
    </section>
  )
}

function Row({ lane, days, highest }: { lane: SpendLane; days: string[]; highest: number }) {
  const { creditsPage: words } = useWords()
  const { name, total, values, ceiling, lamp } = lane
  const share = (value: number) => `${Math.max(0, value / highest) * 100}%`
  const today = values.at(-1) ?? 0
  return (
    <div className="spend-row tabular-nums">
      <div className="flex min-w-0 items-center gap-3">
        {lamp && <Lamp state={lamp} />}
        <div className="min-w-0">
          <div className="truncate font-semibold">{name}</div>
          <div className="text-xs text-ink3">{words.inDays(credits(total), days.length)}</div>
        </div>
      </div>
      <div className="bars" role="img" aria-label={words.spendSentence(name, credits(total), credits(today))}>
        {values.map((value, at) => (
          <i
            key={days[at]}
            className={join(
              value > 0 && 'some',
              at === values.length - 1 && 'today',
              ceiling !== null && value >= ceiling && at < values.length - 1 && 'touched',
            )}
            style={{ height: share(value) }}
            title={words.dayValue(days[at] ?? '', credits(value))}
          />
        ))}
        {ceiling !== null && (
          <span className="ceiling" style={{ bottom: share(ceiling) }}>
            <span>{words.ceiling(credits(ceiling))}</span>
          </span>
        )}
      </div>
    </div>
  )
}

/** The number of each day; with many days only of every seventh. */
function DayNumbers({ days }: { days: string[] }) {
  const step = days.length > 14 ? 7 : 1
  return (
    <div className="spend-row border-t-0! pt-0!" aria-hidden="true">
      <span className="max-phone:hidden" />
      <div className="bar-days tabular-nums">
        {days.map((day, at) => (
          <span key={day} className={join(at === days.length - 1 && 'today')}>
            {(days.length - 1 - at) % step === 0 ? Number(day.slice(-2)) : ''}
          </span>
        ))}
      </div>
    </div>
  )
}

function SpendTable({ lanes, days }: { lanes: SpendLane[]; days: string[] }) {
  const { creditsPage: words } = useWords()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard.
    <div className="overflow-x-auto" role="group" aria-label={words.spend} tabIndex={0}>
      <table className="entries tabular-nums">
        <thead>
          <tr>
            <th>{words.time}</th>
            {lanes.map(({ id, name }) => (
              <th key={id} className="right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day}>
              <td className="whitespace-nowrap text-ink3">{day}</td>
              {lanes.map(({ id, values }) => (
                <td key={id} className="right">
                  {credits(values[days.indexOf(day)] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
