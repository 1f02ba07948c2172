import type { Key } from '@atelier/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type GraceHours, type KeyWithSecret, keysQuery, rotateKey } from '../../api/keys.ts'
import { PasswordNeeded } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { PasswordStep } from '../../parts/password-step.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useWords } from '../../words/index.ts'

const graces: GraceHours[] = [0, 1, 24, 168]

type RotateDialogProps = {
  shown: Key
  onClose(): void
  onMade(made: KeyWithSecret, graceHours: GraceHours): void
}

/** Says when the old secret stops working, before it does. */
export function RotateDialog({ shown, onClose, onMade }: RotateDialogProps) {
  const { rotate: words, common } = useWords()
  const client = useQueryClient()
  const [grace, setGrace] = useState<GraceHours>(24)
  const rotating = useMutation({
    mutationFn: () => rotateKey(shown.id, grace),
    onSuccess: (made) => onMade(made, grace),
    onSettled: () => client.invalidateQueries({ queryKey: keysQuery.queryKey }),
  })
  const needsPassword = rotating.error instanceof PasswordNeeded
  return (
    <Dialog isOpen onClose={onClose} title={words.title(shown.name)} text={words.text} narrow>
      <Field label={words.old}>
        {(ids) => (
          <select
            {...ids}
            className="input"
            value={grace}
            onChange={(event) => setGrace(Number(event.target.value) as GraceHours)}
          >
            {graces.map((hours) => (
              <option key={hours} value={hours}>
                {words.choices[hours]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {needsPassword && <PasswordStep onDone={() => rotating.mutate()} />}
      {rotating.error && !needsPassword && (
        <div className="mt-4">
          <Problem error={rotating.error} />
        </div>
      )}
      <div className="mt-6 flex justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button tone="primary" busy={rotating.isPending} onClick={() => rotating.mutate()}>
          {words.submit}
        </Button>
      </div>
    </Dialog>
  )
}
