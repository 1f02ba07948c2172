import { useMutation, useQueryClient } from '@tanstack/react-query'
import { factorQuery, replaceRecoveryCodes } from '../../api/factor.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { useWords } from '../../words/index.ts'
import { ConfirmWithPassword } from './confirm-with-password.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

export function NewCodesDialog({ onClose }: { onClose(): void }) {
  const { codes: words } = useWords().factor
  const client = useQueryClient()
  const replacing = useMutation({
    mutationFn: replaceRecoveryCodes,
    onSettled: () => client.invalidateQueries({ queryKey: factorQuery.queryKey }),
  })
  if (replacing.data)
    return (
      <Dialog isOpen onClose={onClose} title={words.title} text={words.text}>
        <RecoveryCodes codes={replacing.data} onSaved={onClose} />
      </Dialog>
    )
  return (
    <Dialog isOpen onClose={onClose} title={words.replaceTitle} text={words.replaceText} narrow>
      <ConfirmWithPassword
        label={words.replace}
        busy={replacing.isPending}
        error={replacing.error}
        onConfirm={() => replacing.mutate()}
        onClose={onClose}
      />
    </Dialog>
  )
}
