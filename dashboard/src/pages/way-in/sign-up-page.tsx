import { useQuery } from '@tanstack/react-query'
import { signUp, signUpByMail, wayInQuery } from '../../api/way-in.ts'
import { useLanguage } from '../../words/index.ts'
import { AddressForm } from './address-form.tsx'
import { EntryCard } from './entry-card.tsx'
import { NewAccountForm } from './new-account-form.tsx'
import { ToSignIn } from './to-sign-in.tsx'

/** Where the setting `SIGN_UP` lets everybody in. Where mail is sent, the account is made by its link. */
export function SignUpPage() {
  const { words, language } = useLanguage()
  const { wayIn, common } = words
  const { data } = useQuery(wayInQuery)
  return (
    <EntryCard
      title={wayIn.signUp.title}
      lede={common.sentences(data?.mail ? wayIn.signUp.byMail : wayIn.signUp.lede, wayIn.onePerson)}
      below={<ToSignIn />}
    >
      {data?.mail ? (
        <AddressForm submit={wayIn.signUp.send} onSend={(email) => signUpByMail({ email, language })} />
      ) : (
        <NewAccountForm
          hasEmail
          submit={wayIn.signUp.submit}
          onSend={({ email, password }) => signUp(email, password)}
        />
      )}
    </EntryCard>
  )
}
