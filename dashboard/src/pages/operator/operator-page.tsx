import { useNavigate, useSearch } from '@tanstack/react-router'
import { useIsSold } from '../../api/billing.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { ScrollRow } from '../../parts/scroll-row.tsx'
import { Segmented } from '../../parts/segmented.tsx'
import { useWords } from '../../words/index.ts'
import { AllEvents } from './all-events.tsx'
import { Grants } from './grants.tsx'
import { Health } from './health.tsx'
import { Invitations } from './invitations.tsx'
import type { OperatorTab } from './operator-tab.ts'
import { Payments } from './payments.tsx'
import { Providers } from './providers.tsx'
import { StuckTries } from './stuck-tries.tsx'
import { UnsentMails } from './unsent-mails.tsx'
import { Users } from './users.tsx'

const tabs: OperatorTab[] = ['state', 'users', 'grants', 'payments', 'audit']

/** The whole service, for admins. Nothing here shows a text or a file of a user. */
export function OperatorPage() {
  const { operator: words } = useWords()
  const { tab = 'state', action } = useSearch({ from: '/signed-in/operator' })
  const navigate = useNavigate({ from: '/operator' })
  const isSold = useIsSold()
  const offered = tabs.filter((one) => isSold || one !== 'payments')
  return (
    <>
      <PageHead name={words.title} title={words.title} lede={words.lede} />
      <ScrollRow label={words.views}>
        <Segmented
          label={words.views}
          value={tab}
          choices={offered.map((value) => ({ value, label: words.tabs[value] }))}
          onChoose={(chosen: OperatorTab) =>
            navigate({ search: { tab: chosen === 'state' ? undefined : chosen } })
          }
        />
      </ScrollRow>
      {tab === 'state' && <State />}
      {tab === 'users' && <People />}
      {tab === 'grants' && <Grants />}
      {tab === 'payments' && isSold && <Payments />}
      {tab === 'audit' && <AllEvents action={action} />}
    </>
  )
}

const State = () => (
  <div className="columns items-start">
    <div className="c7 grid gap-(--gap)">
      <StuckTries />
      <Providers />
    </div>
    <div className="c5 grid gap-(--gap)">
      <Health />
      <UnsentMails />
    </div>
  </div>
)

const People = () => (
  <div className="columns items-start">
    <div className="c7 grid gap-(--gap)">
      <Users />
    </div>
    <div className="c5 grid gap-(--gap)">
      <Invitations />
    </div>
  </div>
)
