import type { Thresholds } from '@atelier/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeThresholds, thresholdsQuery } from '../../api/knowledge.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { useToast } from '../../parts/toast.tsx'
import { useWords } from '../../words/index.ts'
import { readThresholds, thresholdNames, writeThresholds } from './thresholds-form.ts'

/** How much an ad must have shown before it can win or lose. */
export function ThresholdsDialog({ onClose }: { onClose(): void }) {
  const { thresholds: words } = useWords()
  const thresholds = useQuery(thresholdsQuery)
  return (
    <Dialog isOpen onClose={onClose} title={words.title} text={words.text}>
      {thresholds.error && !thresholds.data && (
        <Problem error={thresholds.error} onRetry={thresholds.refetch} />
      )}
      {thresholds.isPending && (
        <Waiting>
          <Skeleton className="h-72" />
        </Waiting>
      )}
      {thresholds.data && <Form thresholds={thresholds.data} onClose={onClose} />}
    </Dialog>
  )
}

type FormProps = { thresholds: Thresholds; onClose(): void }

function Form({ thresholds, onClose }: FormProps) {
  const { thresholds: words, common, keys } = useWords()
  const client = useQueryClient()
  const toast = useToast()
  const [form, setForm] = useState(() => writeThresholds(thresholds))
  const read = readThresholds(form)
  const wrong = 'wrong' in read ? read.wrong : []
  const saving = useMutation({
    mutationFn: changeThresholds,
    onSuccess: (saved) => {
      client.setQueryData(thresholdsQuery.queryKey, saved)
      toast(words.saved)
      onClose()
    },
    // Every tier is computed again.
    onSettled: () => client.invalidateQueries({ queryKey: ['knowledge', 'live'] }),
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if ('body' in read) saving.mutate(read.body)
      }}
    >
      <div className="grid gap-4 phone:grid-cols-2">
        {thresholdNames.map((name) => (
          <Field
            key={name}
            label={words.names[name]}
            help={words.help[name]}
            wrong={wrong.includes(name) ? words.wrong : undefined}
          >
            {(ids) => (
              <input
                {...ids}
                className="input tabular-nums"
                inputMode="decimal"
                autoComplete="off"
                value={form[name]}
                onChange={(event) => setForm({ ...form, [name]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      {saving.error && (
        <div className="mt-4">
          <Problem error={saving.error} />
        </div>
      )}
      <div className="mt-6 flex justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button type="submit" tone="primary" busy={saving.isPending} disabled={wrong.length > 0}>
          {keys.save}
        </Button>
      </div>
    </form>
  )
}
