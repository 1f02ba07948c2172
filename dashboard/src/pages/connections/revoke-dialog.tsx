import type { Key } from '@atelier/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keysQuery, revokeKey } from '../../api/keys.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useToast } from '../../parts/toast.tsx'
import { useWords } from '../../words/index.ts'

/** Says when the revocation takes effect, before it does. */
export function RevokeDialog({ shown, onClose }: { shown: Key; onClose(): void }) {
  const { revoke: words, common } = useWords()
  const client = useQueryClient()
  const toast = useToast()
  const revoking = useMutation({
    mutationFn: () => revokeKey(shown.id),
    onSuccess: () => {
      toast(words.done(shown.name))
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: keysQuery.queryKey }),
  })
  return (
    <Dialog isOpen onClose={onClose} title={words.title(shown.name)} text={words.text} narrow>
      {revoking.error && <Problem error={revoking.error} />}
      <div className="mt-1 flex justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button tone="danger" busy={revoking.isPending} onClick={() => revoking.mutate()}>
          {words.submit}
        </Button>
      </div>
    </Dialog>
  )
}
