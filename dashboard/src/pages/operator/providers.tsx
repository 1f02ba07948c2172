import type { ProviderState } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import { providersQuery } from '../../api/operator.ts'
import { Chip } from '../../parts/chip.tsx'
import { useWords } from '../../words/index.ts'
import { ListCard } from './list-card.tsx'
import { useWhen } from './use-when.ts'

/** Each provider with its open jobs, and why it is sent none. */
export function Providers() {
  const { providers: words } = useWords().operator
  const providers = useQuery(providersQuery)
  return (
    <ListCard title={words.title} reading={providers} note={providers.data?.length === 0 && words.none}>
      {providers.data?.map((provider) => (
        <Row key={provider.name} provider={provider} />
      ))}
    </ListCard>
  )
}

function Row({ provider }: { provider: ProviderState }) {
  const { providers: words } = useWords().operator
  const write = useWhen()
  const { name, queued, processing, runningMax, oldestOpenAt, pausedUntil, breakers } = provider
  const isSent = pausedUntil === null && breakers.length === 0
  return (
    <li className="items-start!">
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{name}</span>
          {provider.simulated && <Chip>{words.simulated}</Chip>}
          {isSent && <Chip tone="good">{words.sent}</Chip>}
          {pausedUntil !== null && <Chip tone="warn">{words.paused(write(pausedUntil))}</Chip>}
          {breakers.length > 0 && <Chip tone="bad">{words.open(breakers.length)}</Chip>}
        </div>
        <div className="text-s text-ink3 tabular-nums">
          {words.jobs(queued, processing, runningMax)}
          {oldestOpenAt !== null && ` · ${words.oldest(write(oldestOpenAt))}`}
        </div>
        {breakers.map(({ worker, since, retryAt }) => (
          <div key={worker} className="text-s wrap-anywhere text-ink2">
            {words.breaker(worker, write(since), write(retryAt))}
          </div>
        ))}
      </div>
    </li>
  )
}
