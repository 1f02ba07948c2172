import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { requestReset, wayInQuery } from '../../api/way-in.ts'
import { useLanguage } from '../../words/index.ts'
import { AddressForm } from './address-form.tsx'
import { EntryCard } from './entry-card.tsx'

/** Who lost the password asks for a mail. */
export function LostPage() {
  const { words, language } = useLanguage()
  const { data } = useQuery(wayInQuery)
  const { lost, toSignIn } = words.wayIn
  const below = (
    <Link to="/sign-in" className="underline">
      {toSignIn}
    </Link>
  )
  return (
    <EntryCard title={lost.title} lede={data?.mail === false ? lost.noMail : lost.lede} below={below}>
      {data?.mail && (
        <AddressForm submit={lost.submit} onSend={(email) => requestReset({ email, language })} />
      )}
    </EntryCard>
  )
}
