import type { ServiceState } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import { Check, TriangleAlert } from 'lucide-react'
import { stateQuery } from '../../api/operator.ts'
import { fileSize } from '../../format/numbers.ts'
import { countOf } from '../../format/results.ts'
import { duration } from '../../format/time.ts'
import { Chip } from '../../parts/chip.tsx'
import { Lamp } from '../../parts/lamp.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { useLanguage, useWords } from '../../words/index.ts'
import { ListCard } from './list-card.tsx'

/** A worker that wrote within this time is alive: the service judges the same way. */
const ALIVE_SECONDS = 5

/** Whether jobs can be made now, which workers make them, and where the engine sends runs. */
export function Health() {
  const state = useQuery(stateQuery)
  if (!state.data)
    return (
      <>
        {state.error && <Problem error={state.error} onRetry={state.refetch} />}
        {state.isPending && (
          <Waiting>
            <Skeleton className="h-40" />
          </Waiting>
        )}
      </>
    )
  return (
    <>
      {state.error && <Problem error={state.error} onRetry={state.refetch} />}
      <Verdict state={state.data} />
      <Workers workers={state.data.workers} />
      <Deployments deployments={state.data.deployments} />
    </>
  )
}

function Verdict({ state: { failing, accepts, workers } }: { state: ServiceState }) {
  const { common, operator } = useWords()
  const { state: words } = operator
  const parts: Record<string, string> = words.parts
  const isGood = failing.length === 0 && accepts
  const Icon = isGood ? Check : TriangleAlert
  const broken = common.list(failing.map((name) => parts[name] ?? name))
  // The workers count the jobs of the whole service; the first one wrote last.
  const [newest] = workers
  return (
    <div className={isGood ? 'banner good mb-0!' : 'banner bad mb-0!'} role="status">
      <span className={isGood ? 'glyphbox t-good' : 'glyphbox t-bad'}>
        <Icon aria-hidden="true" />
      </span>
      <div className="min-w-0 grow">
        {isGood && <div className="font-semibold">{words.works}</div>}
        {broken !== '' && <div className="font-semibold">{words.fails(broken)}</div>}
        {!accepts && <div className="font-semibold">{words.refuses}</div>}
        {newest && (
          <div className="text-s text-ink2 tabular-nums">{words.backlog(newest.notBegun, newest.late)}</div>
        )}
      </div>
    </div>
  )
}

function Workers({ workers }: { workers: ServiceState['workers'] }) {
  const { words, language } = useLanguage()
  const { state } = words.operator
  return (
    <ListCard title={state.workers} note={workers.length === 0 && state.noWorker}>
      {workers.map((worker) => (
        <li key={worker.name}>
          <Lamp state={worker.lastSeenSeconds < ALIVE_SECONDS ? 'on' : 'quiet'} />
          <div className="min-w-0 grow">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-medium wrap-anywhere">{worker.name}</span>
              {worker.engineDownSeconds >= 1 && (
                <Chip tone="bad">{state.engineDown(duration(worker.engineDownSeconds, language))}</Chip>
              )}
            </div>
            <div className="text-s text-ink3 tabular-nums">
              {[
                state.seen(duration(worker.lastSeenSeconds, language)),
                state.pace(countOf(worker.stepsPerSecond), countOf(worker.finishedPerSecond)),
                state.free(fileSize(worker.freeBytes)),
              ].join(' · ')}
            </div>
          </div>
        </li>
      ))}
    </ListCard>
  )
}

function Deployments({ deployments }: { deployments: ServiceState['deployments'] }) {
  const { state: words } = useWords().operator
  const note = deployments === null ? words.noEngine : deployments.length === 0 && words.noDeployment
  return (
    <ListCard title={words.deployments} note={note}>
      {deployments?.map(({ url, current }) => (
        <li key={url}>
          <span className="mono min-w-0 grow wrap-anywhere">{url}</span>
          {current ? <Chip tone="good">{words.current}</Chip> : <Chip>{words.earlier}</Chip>}
        </li>
      ))}
    </ListCard>
  )
}
