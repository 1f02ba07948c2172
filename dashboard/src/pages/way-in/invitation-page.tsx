import { acceptInvitation } from '../../api/way-in.ts'
import { useWords } from '../../words/index.ts'
import { EntryCard } from './entry-card.tsx'
import { NewAccountForm } from './new-account-form.tsx'
import { ToSignIn } from './to-sign-in.tsx'
import { useLinkToken } from './use-link-token.ts'

/** Who was invited chooses a password. The invitation knows the address. */
export function InvitationPage() {
  const { wayIn, common } = useWords()
  const token = useLinkToken()
  const lede = token ? common.sentences(wayIn.invitation.lede, wayIn.onePerson) : wayIn.noToken
  return (
    <EntryCard title={wayIn.invitation.title} lede={lede} below={<ToSignIn />}>
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
