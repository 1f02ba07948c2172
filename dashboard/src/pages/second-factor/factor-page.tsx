import { useRouter, useSearch } from '@tanstack/react-router'
import { useSession } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { useSignOut } from '../../shell/account-menu.tsx'
import { useWords } from '../../words/index.ts'
import { EntryCard } from '../way-in/entry-card.tsx'
import { SecondFactor } from './second-factor.tsx'

/** For users of whom the service demands a second factor: nothing else works before it is on. */
export function FactorPage() {
  const { factor, account } = useWords()
  const { next } = useSearch({ from: '/second-factor' })
  const router = useRouter()
  const session = useSession()
  const leave = useSignOut()
  return (
    <EntryCard
      title={factor.title}
      lede={factor.demanded}
      below={<p className="text-s text-ink2">{session?.user.email}</p>}
    >
      <SecondFactor />
      <div className="mt-5 grid gap-2">
        {session?.needsFactor === false && (
          <Button tone="primary" onClick={() => router.history.push(next ?? '/')}>
            {factor.goOn}
          </Button>
        )}
        <Button tone="quiet" onClick={leave}>
          {account.signOut}
        </Button>
      </div>
    </EntryCard>
  )
}
