import { createFirstAdmin } from '../../api/way-in.ts'
import { useWords } from '../../words/index.ts'
import { EntryCard } from './entry-card.tsx'
import { NewAccountForm } from './new-account-form.tsx'
import { useLinkToken } from './use-link-token.ts'

/** The first admin comes in with the link from the log of the service. */
export function SetupPage() {
  const { wayIn } = useWords()
  const token = useLinkToken()
  return (
    <EntryCard title={wayIn.setup.title} lede={token ? wayIn.setup.lede : wayIn.noToken}>
      {token && (
        <NewAccountForm
          key={token}
          hasEmail
          submit={wayIn.setup.submit}
          onSend={(account) => createFirstAdmin({ token, ...account })}
        />
      )}
    </EntryCard>
  )
}
