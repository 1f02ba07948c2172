import { Link } from '@tanstack/react-router'
import { signUp } from '../../api/way-in.ts'
import { useWords } from '../../words/index.ts'
import { EntryCard } from './entry-card.tsx'
import { NewAccountForm } from './new-account-form.tsx'

/** Where the setting `SIGN_UP` lets everybody in. */
export function SignUpPage() {
  const { wayIn, common } = useWords()
  const below = (
    <Link to="/sign-in" className="underline">
      {wayIn.toSignIn}
    </Link>
  )
  return (
    <EntryCard
      title={wayIn.signUp.title}
      lede={common.sentences(wayIn.signUp.lede, wayIn.onePerson)}
      below={below}
    >
      <NewAccountForm
        hasEmail
        submit={wayIn.signUp.submit}
        onSend={({ email, password }) => signUp(email, password)}
      />
    </EntryCard>
  )
}
