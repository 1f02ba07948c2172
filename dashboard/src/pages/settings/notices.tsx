import type { NoticesBody } from '@atelier/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { changeNotices, noticesQuery } from '../../api/account.ts'
import type { Language } from '../../format/time.ts'
import { FieldGroup } from '../../parts/field.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Segmented } from '../../parts/segmented.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { languages, useWords } from '../../words/index.ts'
import { BalanceLimit } from './balance-limit.tsx'

/** Which mails the owner gets, and in which language. */
export function Notices() {
  const { settings } = useWords()
  const { notices: words } = settings
  const client = useQueryClient()
  const notices = useQuery(noticesQuery)
  const saving = useMutation({
    mutationFn: (wanted: NoticesBody) => changeNotices(wanted),
    onSuccess: (saved) => client.setQueryData(noticesQuery.queryKey, saved),
  })
  const { data } = notices
  const onOff = [
    { value: 'on', label: settings.on },
    { value: 'off', label: settings.off },
  ] as const
  const kinds = ['lowBalance', 'weeklySummary'] as const
  return (
    <section className="card grid gap-5 p-4 phone:p-5" aria-labelledby="notices">
      <h2 id="notices">{words.title}</h2>
      {notices.error && <Problem error={notices.error} onRetry={notices.refetch} />}
      {notices.isPending && (
        <Waiting>
          <Skeleton className="h-40" />
        </Waiting>
      )}
      {saving.error && <Problem error={saving.error} />}
      {data && !data.mail && <p className="text-s text-ink3">{words.noMail}</p>}
      {data?.mail && (
        <>
          <FieldGroup label={words.language}>
            <Segmented
              label={words.language}
              value={data.language}
              choices={languages}
              onChoose={(language: Language) => saving.mutate({ language })}
            />
          </FieldGroup>
          {kinds.map((kind) => (
            <FieldGroup key={kind} label={words[kind]} help={words.help[kind]}>
              <Segmented
                label={words[kind]}
                value={data[kind] ? 'on' : 'off'}
                choices={[...onOff]}
                onChoose={(chosen: 'on' | 'off') => {
                  const isOn = chosen === 'on'
                  saving.mutate(kind === 'lowBalance' ? { lowBalance: isOn } : { weeklySummary: isOn })
                }}
              />
            </FieldGroup>
          ))}
          <BalanceLimit key={data.lowBalanceCredits} notices={data} />
        </>
      )}
    </section>
  )
}
