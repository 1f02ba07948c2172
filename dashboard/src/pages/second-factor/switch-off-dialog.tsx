import { useMutation, useQueryClient } from '@tanstack/react-query'
import { factorQuery, removeFactor } from '../../api/factor.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { useToast } from '../../parts/toast.tsx'
import { useWords } from '../../words/index.ts'
import { ConfirmWithPassword } from './confirm-with-password.tsx'

export function SwitchOffDialog({ onClose }: { onClose(): void }) {
  const { factor } = useWords()
  const client = useQueryClient()
  const say = useToast()
  const removing = useMutation({
    mutationFn: removeFactor,
    onSuccess: () => {
      say(factor.off.done)
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: factorQuery.queryKey }),
  })
  return (
    <Dialog isOpen onClose={onClose} title={factor.off.title} text={factor.off.text} narrow>
      <ConfirmWithPassword
        isDanger
        label={factor.switchOff}
        busy={removing.isPending}
        error={removing.error}
        onConfirm={() => removing.mutate()}
        onClose={onClose}
      />
    </Dialog>
  )
}
