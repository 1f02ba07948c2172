import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { type Language, when } from '../../format/time.ts'
import { Button } from '../../parts/button.tsx'
import { FieldGroup } from '../../parts/field.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Segmented } from '../../parts/segmented.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useSignOut } from '../../shell/account-menu.tsx'
import { areLettersOn, setLetters } from '../../shell/shortcuts.ts'
import { languages, useLanguage } from '../../words/index.ts'
import { SecondFactor } from '../second-factor/second-factor.tsx'
import { Audit } from './audit.tsx'
import { MyData } from './my-data.tsx'
import { Notices } from './notices.tsx'
import { PasswordForm } from './password-form.tsx'
import { Quotas } from './quotas.tsx'
import { Sessions } from './sessions.tsx'

export function SettingsPage() {
  const { settings } = useLanguage().words
  return (
    <>
      <PageHead name={settings.title} title={settings.title} lede={settings.lede} />
      <div className="columns items-start">
        <div className="c7 grid gap-(--gap)">
          <Account />
          <Sessions />
          <MyData />
          <Audit />
        </div>
        <div className="c5 grid gap-(--gap)">
          <ThisPage />
          <Notices />
          <PasswordForm />
          <SecondFactor />
          <Quotas />
        </div>
      </div>
    </>
  )
}

function ThisPage() {
  const { words, language, setLanguage } = useLanguage()
  const { settings } = words
  return (
    <section className="card grid gap-5 p-4 phone:p-5">
      <h2>{settings.page}</h2>
      <FieldGroup label={settings.language}>
        <Segmented
          label={settings.language}
          value={language}
          choices={languages}
          onChoose={(chosen: Language) => setLanguage(chosen)}
        />
      </FieldGroup>
      <Letters />
    </section>
  )
}

function Letters() {
  const { settings } = useLanguage().words
  const [areOn, setOn] = useState(areLettersOn)
  return (
    <FieldGroup label={settings.keyboard} help={settings.keyboardHelp}>
      <Segmented
        label={settings.keyboard}
        value={areOn ? 'on' : 'off'}
        choices={[
          { value: 'on', label: settings.on },
          { value: 'off', label: settings.off },
        ]}
        onChoose={(chosen: 'on' | 'off') => {
          setLetters(chosen === 'on')
          setOn(chosen === 'on')
        }}
      />
    </FieldGroup>
  )
}

function Account() {
  const { words, language } = useLanguage()
  const session = useSession()
  const leave = useSignOut()
  const now = useNow()
  if (!session) return null
  return (
    <section className="card flex flex-wrap items-center gap-4 p-4 phone:p-5">
      <div className="min-w-0 grow">
        <h2 className="truncate">{session.user.email}</h2>
        <p className="text-s text-ink3">
          {words.settings.sessionEnds(when(new Date(session.expiresAt), now, language))}
        </p>
        <p className="text-s text-ink3">{words.wayIn.onePerson}</p>
      </div>
      <Button onClick={leave}>{words.account.signOut}</Button>
    </section>
  )
}
