import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createPoint, type PointTarget, rereadPoints } from '../../api/catalog.ts'
import { KEYWORD_LINE_CHARACTERS, splitKeywords } from '../../format/keywords.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useToast } from '../../parts/toast.tsx'
import { useMode } from '../../shell/use-mode.ts'
import { useWords } from '../../words/index.ts'

type NewPointDialogProps = { target: PointTarget; isFull: boolean; onClose(): void }

type Form = { cepText: string; painPoint: string; angle: string; notes: string; keywords: string }
const emptyForm: Form = { cepText: '', painPoint: '', angle: '', notes: '', keywords: '' }
const TEXT_MOST = 2_000
const LABEL_MOST = 200

/** What is empty is not sent. */
const filled = ({ keywords, ...texts }: Form) => {
  const entries = Object.entries(texts).map(([name, text]) => [name, text.trim()] as const)
  const words = splitKeywords(keywords)
  return {
    ...(Object.fromEntries(entries.filter(([, text]) => text !== '')) as Partial<typeof texts>),
    ...(words.length > 0 && { keywords: words }),
  }
}

export function NewPointDialog({ target, isFull, onClose }: NewPointDialogProps) {
  const { points: words, common } = useWords()
  const mode = useMode()
  const client = useQueryClient()
  const toast = useToast()
  const [form, setForm] = useState(emptyForm)
  const [isTried, setTried] = useState(false)
  const cepText = form.cepText.trim()
  const creating = useMutation({
    mutationFn: () => createPoint(mode, target, { ...filled(form), cepText }),
    onSuccess: ({ similar }) => {
      if (similar.length > 0) toast(words.similar(similar.map((one) => one.cepText)))
      onClose()
    },
    onSettled: () => rereadPoints(client, mode),
  })
  const submit = () => (cepText === '' ? setTried(true) : creating.mutate())
  const change = (name: keyof Form) => (text: string) => setForm({ ...form, [name]: text })
  return (
    <Dialog isOpen onClose={onClose} title={words.new} {...(isFull && { text: words.full })}>
      <div className="grid gap-[18px]">
        <TextField
          label={words.text}
          help={words.textHelp}
          wrong={isTried && cepText === '' ? words.textMissing : undefined}
          value={form.cepText}
          onChange={change('cepText')}
        />
        <div className="grid gap-4 phone:grid-cols-2">
          <LineField
            label={words.pain}
            help={words.optional}
            value={form.painPoint}
            onChange={change('painPoint')}
          />
          <LineField
            label={words.angle}
            help={words.angleHelp}
            value={form.angle}
            onChange={change('angle')}
          />
        </div>
        <TextField label={words.notes} help={words.optional} value={form.notes} onChange={change('notes')} />
        <LineField
          label={words.keywords}
          help={words.keywordsHelp}
          value={form.keywords}
          onChange={change('keywords')}
          most={KEYWORD_LINE_CHARACTERS}
        />
        {creating.error && <Problem error={creating.error} />}
      </div>
      <div className="mt-6 flex justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button tone="primary" busy={creating.isPending} disabled={isFull} onClick={submit}>
          {words.create}
        </Button>
      </div>
    </Dialog>
  )
}

type TextProps = {
  label: string
  help: string
  wrong?: string | undefined
  value: string
  onChange(text: string): void
}

const TextField = ({ label, help, wrong, value, onChange }: TextProps) => (
  <Field label={label} help={help} wrong={wrong}>
    {(ids) => (
      <textarea
        {...ids}
        className="input"
        rows={3}
        maxLength={TEXT_MOST}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)

const LineField = ({ label, help, value, onChange, most = LABEL_MOST }: TextProps & { most?: number }) => (
  <Field label={label} help={help}>
    {(ids) => (
      <input
        {...ids}
        className="input"
        maxLength={most}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)
