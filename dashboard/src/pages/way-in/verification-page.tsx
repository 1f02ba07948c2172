import { verifyAddress } from '../../api/way-in.ts'
import { useWords } from '../../words/index.ts'
import { EntryCard } from './entry-card.tsx'
import { NewAccountForm } from './new-account-form.tsx'
import { ToSignIn } from './to-sign-in.tsx'
import { useLinkToken } from './use-link-token.ts'

/** Who signed up opens the mail and chooses a password. The link knows the address. */
export function VerificationPage() {
  const { wayIn } = useWords()
  const token = useLinkToken()
  return (
    <EntryCard
      title={wayIn.verification.title}
      lede={token ? wayIn.verification.lede : wayIn.noToken}
      below={<ToSignIn />}
    >
      {token && (
        <NewAccountForm
          key={token}
          hasEmail={false}
          submit={wayIn.invitation.submit}
          onSend={({ password }) => verifyAddress({ token, password })}
        />
      )}
    </EntryCard>
  )
}
