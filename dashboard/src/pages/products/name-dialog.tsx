import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useWords } from '../../words/index.ts'

const NAME_MOST = 200
const ABOUT_MOST = 2_000

type NameDialogProps = {
  title: string
  submit: string
  /** The name that it has now. */
  name?: string
  withDescription?: boolean
  onSubmit(given: { name: string; description: string }): Promise<unknown>
  onClose(): void
}

/** The name of a product, a character or a topic, and for the last two a description. */
export function NameDialog({
  title,
  submit,
  name = '',
  withDescription,
  onSubmit,
  onClose,
}: NameDialogProps) {
  const { products: words, common } = useWords()
  const [given, setGiven] = useState({ name, description: '' })
  const [isTried, setTried] = useState(false)
  const isEmpty = given.name.trim() === ''
  const saving = useMutation({
    mutationFn: () => onSubmit({ name: given.name.trim(), description: given.description.trim() }),
    onSuccess: onClose,
  })
  return (
    <Dialog isOpen onClose={onClose} title={title} narrow>
      <form
        className="grid gap-[18px]"
        onSubmit={(event) => {
          event.preventDefault()
          if (isEmpty) setTried(true)
          else saving.mutate()
        }}
      >
        <Field label={words.name} wrong={isTried && isEmpty ? words.nameMissing : undefined}>
          {(ids) => (
            <input
              {...ids}
              className="input"
              value={given.name}
              maxLength={NAME_MOST}
              autoComplete="off"
              onChange={(event) => setGiven({ ...given, name: event.target.value })}
            />
          )}
        </Field>
        {withDescription && (
          <Field label={words.about} help={words.aboutHelp}>
            {(ids) => (
              <textarea
                {...ids}
                className="input"
                value={given.description}
                maxLength={ABOUT_MOST}
                onChange={(event) => setGiven({ ...given, description: event.target.value })}
              />
            )}
          </Field>
        )}
        {saving.error && <Problem error={saving.error} />}
        <div className="flex justify-end gap-2">
          <Button tone="quiet" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button tone="primary" type="submit" busy={saving.isPending}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
