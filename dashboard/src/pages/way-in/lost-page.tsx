import { useQuery } from '@tanstack/react-query'
import { requestReset, wayInQuery } from '../../api/way-in.ts'
import { useLanguage } from '../../words/index.ts'
import { AddressForm } from './address-form.tsx'
import { EntryCard } from './entry-card.tsx'
import { ToSignIn } from './to-sign-in.tsx'

/** Who lost the password asks for a mail. */
export function LostPage() {
  const { words, language } = useLanguage()
  const { data } = useQuery(wayInQuery)
  const { lost } = words.wayIn
  return (
    <EntryCard title={lost.title} lede={data?.mail === false ? lost.noMail : lost.lede} below={<ToSignIn />}>
      {data?.mail && (
        <AddressForm submit={lost.submit} onSend={(email) => requestReset({ email, language })} />
      )}
    </EntryCard>
  )
}
