import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changePassword, sessionsQuery } from '../../api/account.ts'
import { sessionQuery, useSession } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useToast } from '../../parts/toast.tsx'
import { useWords } from '../../words/index.ts'
import { isGuessed, LEAST, type PasswordFields, wrongFields } from './wrong-fields.ts'

const MOST = 200
const emptyFields: PasswordFields = { old: '', fresh: '', again: '' }

/** The old password is needed, also in a fresh session. All other sessions end. */
export function PasswordForm() {
  const { settings: words, wayIn } = useWords()
  const client = useQueryClient()
  const toast = useToast()
  const email = useSession()?.user.email ?? ''
  const [fields, setFields] = useState(emptyFields)
  const [isTried, setTried] = useState(false)
  const wrong = wrongFields(fields)
  const changing = useMutation({
    mutationFn: () => changePassword(fields.old, fields.fresh),
    onSuccess: (isChanged) => {
      if (!isChanged) return
      setFields(emptyFields)
      setTried(false)
      toast(words.changed)
      client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
  const isOldWrong = changing.data === false
  const guessed = isGuessed(changing.error) ? wayIn.passwordKnown : undefined
  const told = {
    old: isOldWrong ? words.wrongOld : isTried && wrong.old ? words.oldMissing : undefined,
    fresh: isTried && wrong.fresh ? words.tooShort(LEAST) : guessed,
    again: isTried && wrong.again ? words.notSame : undefined,
  }
  const field = (name: keyof PasswordFields, label: string, help?: string) => (
    <Field label={label} help={help} wrong={told[name]}>
      {(ids) => (
        <input
          {...ids}
          type="password"
          className="input"
          maxLength={MOST}
          autoComplete={name === 'old' ? 'current-password' : 'new-password'}
          value={fields[name]}
          onChange={(event) => {
            changing.reset()
            setFields({ ...fields, [name]: event.target.value })
          }}
        />
      )}
    </Field>
  )
  return (
    <form
      className="card grid gap-4 p-4 phone:p-5"
      aria-labelledby="password"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!wrong.old && !wrong.fresh && !wrong.again) changing.mutate()
      }}
    >
      <h2 id="password">{words.password}</h2>
      <p className="text-s text-ink3">{words.passwordHelp}</p>
      {/* A password manager needs to know whose password it is. */}
      <input type="text" className="hidden" autoComplete="username" value={email} readOnly />
      {field('old', words.oldPassword)}
      {field('fresh', words.newPassword, words.lengthHelp(LEAST))}
      {field('again', words.again)}
      {changing.error && !guessed && <Problem error={changing.error} />}
      <Button type="submit" busy={changing.isPending}>
        {words.change}
      </Button>
    </form>
  )
}
