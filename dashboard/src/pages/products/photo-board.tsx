import type { Photo } from '@atelier/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Camera, ImagePlus, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { type Holder, removePhoto } from '../../api/catalog.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Chip } from '../../parts/chip.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { DropZone, FileButton } from '../../parts/drop-zone.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useToast } from '../../parts/toast.tsx'
import { usePastedFiles } from '../../parts/use-pasted-files.ts'
import { useMode } from '../../shell/use-mode.ts'
import { useWords } from '../../words/index.ts'
import { ACCEPTED } from './read-photos.ts'
import { type Uploads, useUploads } from './use-uploads.ts'

type PhotoBoardProps = { holder: Holder; photos: Photo[] }

/** The photos of a product or a character: dropped, pasted, chosen, or taken with the camera. */
export function PhotoBoard({ holder, photos }: PhotoBoardProps) {
  const { photos: words } = useWords()
  const uploads = useUploads(useMode(), holder)
  const [removing, setRemoving] = useState<Photo | null>(null)
  usePastedFiles(uploads.add)
  const isProduct = holder.kind === 'product'
  const help = !isProduct ? words.characterHelp : photos.length === 0 ? words.firstHelp : words.primaryHelp
  return (
    <>
      <AddPhotos uploads={uploads} />
      <p className="my-4 text-s text-ink3">{help}</p>
      <ul className="photo-board" aria-label={words.list}>
        {photos.map((photo) => (
          <PhotoTile
            key={photo.id}
            photo={photo}
            isPrimary={isProduct && photo.isPrimary}
            onRemove={() => setRemoving(photo)}
          />
        ))}
      </ul>
      {removing && (
        <RemoveDialog
          photo={removing}
          holder={holder}
          isPrimary={isProduct && removing.isPrimary && photos.length > 1}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  )
}

function AddPhotos({ uploads }: { uploads: Uploads }) {
  const { photos: words, common } = useWords()
  return (
    <DropZone onFiles={uploads.add}>
      <ImagePlus aria-hidden="true" className="text-ink3" />
      <p>
        {words.dropHere}{' '}
        <FileButton accept={ACCEPTED} multiple className="link" onFiles={uploads.add}>
          {words.choose}
        </FileButton>
      </p>
      <FileButton
        accept={ACCEPTED}
        camera
        // Without a touch screen there is rarely a camera to open.
        className={`${buttonClass({ small: true })} pointer-fine:hidden!`}
        onFiles={uploads.add}
      >
        <Camera aria-hidden="true" />
        {words.camera}
      </FileButton>
      <p className="text-xs text-ink3">{words.kinds}</p>
      <ul className="grid w-full max-w-xl gap-2">
        {uploads.list.map(({ id, label, problem }) => (
          <li key={id} className="flex items-center gap-2 text-left">
            {problem === null ? (
              <span className="text-s text-ink2" role="status">
                {words.uploading(label)}
              </span>
            ) : (
              <>
                <div className="min-w-0 grow">
                  <Notice>{problem}</Notice>
                </div>
                <Button
                  small
                  iconOnly
                  tone="quiet"
                  aria-label={`${common.close}: ${label}`}
                  icon={<X aria-hidden="true" />}
                  onClick={() => uploads.dismiss(id)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
    </DropZone>
  )
}

type PhotoTileProps = { photo: Photo; isPrimary: boolean; onRemove(): void }

function PhotoTile({ photo, isPrimary, onRemove }: PhotoTileProps) {
  const { photos: words } = useWords()
  return (
    <li className="card photo">
      <a href={photo.url} target="_blank" rel="noopener" className="frame">
        <img src={photo.url} alt={photo.label} loading="lazy" />
      </a>
      <div className="flex items-center gap-2">
        <span className="min-w-0 grow truncate text-s">{photo.label}</span>
        {isPrimary && <Chip>{words.primary}</Chip>}
        <Button
          small
          iconOnly
          tone="quiet"
          aria-label={words.removeLabel(photo.label)}
          icon={<Trash2 aria-hidden="true" />}
          onClick={onRemove}
        />
      </div>
    </li>
  )
}

type RemoveDialogProps = { photo: Photo; holder: Holder; isPrimary: boolean; onClose(): void }

/** Says what becomes primary, before it does. */
function RemoveDialog({ photo, holder, isPrimary, onClose }: RemoveDialogProps) {
  const { photos: words, common } = useWords()
  const mode = useMode()
  const client = useQueryClient()
  const toast = useToast()
  const removing = useMutation({
    mutationFn: () => removePhoto(mode, holder, photo.id),
    onSuccess: () => {
      toast(words.removed)
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: [`${holder.kind}s`, mode] }),
  })
  const text = common.sentences(isPrimary && words.removePrimary, words.removeText)
  return (
    <Dialog isOpen onClose={onClose} title={words.removeTitle(photo.label)} text={text} narrow>
      {removing.error && <Problem error={removing.error} />}
      <div className="mt-1 flex justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button tone="danger" busy={removing.isPending} onClick={() => removing.mutate()}>
          {words.remove}
        </Button>
      </div>
    </Dialog>
  )
}
