import type { Media } from '@atelier/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Attached, attachMedia, rereadLibrary } from '../../api/catalog.ts'
import { productsQuery } from '../../api/media.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useMode } from '../../shell/use-mode.ts'
import { useWords } from '../../words/index.ts'

type AttachDialogProps = { medium: Media; onAttached(product: Attached): void; onClose(): void }

/** Which library a result is added to. There is no way back, so it is said before. */
export function AttachDialog({ medium, onAttached, onClose }: AttachDialogProps) {
  const { picture, products: labels, common } = useWords()
  const mode = useMode()
  const client = useQueryClient()
  const products = useQuery(productsQuery(mode))
  // It stands in the library of the product that it was made for.
  const others = products.data?.filter(({ id }) => id !== medium.productId) ?? []
  const [chosen, setChosen] = useState('')
  const productId = chosen || (others[0]?.id ?? '')
  const attaching = useMutation({
    mutationFn: () => attachMedia(mode, productId, medium.id),
    onSuccess: ({ product }) => {
      rereadLibrary(client, mode, product.id)
      onAttached(product)
      onClose()
    },
  })
  return (
    <Dialog isOpen onClose={onClose} title={picture.attachTitle} text={picture.attachText} narrow>
      <div className="grid gap-[18px]">
        {products.error && <Problem error={products.error} onRetry={products.refetch} />}
        {products.data && others.length === 0 && (
          <p>
            {picture.attachNone}{' '}
            <Link to="/products" className="link">
              {labels.title}
            </Link>
          </p>
        )}
        {others.length > 0 && (
          <Field label={picture.productLabel}>
            {(ids) => (
              <select
                {...ids}
                className="input"
                value={productId}
                onChange={({ target }) => setChosen(target.value)}
              >
                {others.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {attaching.error && <Problem error={attaching.error} />}
        <div className="flex justify-end gap-2">
          <Button tone="quiet" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button
            tone="primary"
            disabled={productId === ''}
            busy={attaching.isPending}
            onClick={() => attaching.mutate()}
          >
            {picture.attachSubmit}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
