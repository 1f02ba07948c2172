import { acceptInvitation } from '../../api/way-in.ts'
import { useWords } from '../../words/index.ts'
import { EntryCard } from './entry-card.tsx'
import { NewAccountForm } from './new-account-form.tsx'
import { useLinkToken } from './use-link-token.ts'

/** Who was invited chooses a password. The invitation knows the address. */
export function InvitationPage() {
  const { wayIn } = useWords()
  const token = useLinkToken()
  return (
    <EntryCard title={wayIn.invitation.title} lede={token ? wayIn.invitation.lede : wayIn.noToken}>
      {token && (
        <NewAccountForm
          key={token}
          hasEmail={false}
          submit={wayIn.invitation.submit}
          onSend={({ password }) => acceptInvitation({ token, password })}
        />
      )}
    </EntryCard>
  )
}
