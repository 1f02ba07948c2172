import type { Media } from '@atelier/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Columns2, Copy, Download, Ellipsis, ExternalLink, Package, RefreshCw, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Attached } from '../../api/catalog.ts'
import { cancelMedia, downloadQuery } from '../../api/media.ts'
import { credits } from '../../format/numbers.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { copyText } from '../../parts/copy-text.ts'
import { Menu, MenuItem } from '../../parts/menu.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useToast } from '../../parts/toast.tsx'
import { useShortcuts } from '../../shell/shortcuts.ts'
import { useMode } from '../../shell/use-mode.ts'
import { useWords } from '../../words/index.ts'
import { AttachDialog } from './attach-dialog.tsx'

/** What can be done with a result or a job. */
export function Actions({ medium }: { medium: Media }) {
  const { picture, compare } = useWords()
  const mode = useMode()
  const download = useQuery({ ...downloadQuery(mode, medium.id), enabled: medium.status === 'completed' })
  const address = download.data?.downloadUrl
  const navigate = useNavigate()
  const { id } = medium
  const [isAttaching, setAttaching] = useState(false)
  const [attached, setAttached] = useState<Attached | null>(null)
  const shortcuts = useMemo(
    () => ({
      ...(address && { d: () => location.assign(address) }),
      c: () => navigate({ to: '/compare', search: { first: id } }),
    }),
    [address, id, navigate],
  )
  useShortcuts(shortcuts)
  return (
    <div className="mb-6 flex flex-wrap gap-2">
      {medium.status === 'completed' && address && (
        <a className={`${buttonClass({ tone: 'primary' })} max-phone:w-full`} href={address} download>
          <Download aria-hidden="true" />
          {picture.download}
        </a>
      )}
      {medium.status === 'queued' && <Cancel medium={medium} />}
      {!medium.waiting && (
        <Link to="/make" search={{ from: medium.id }} className={`${buttonClass({})} max-phone:grow`}>
          <RefreshCw aria-hidden="true" />
          {picture.again}
          {!medium.parentId && <span className="text-ink3 tabular-nums">{credits(medium.creditsCost)}</span>}
        </Link>
      )}
      {medium.status === 'completed' && (
        <Link
          to="/compare"
          search={{ first: id }}
          className={buttonClass({ iconOnly: true })}
          aria-label={compare.open}
          title={compare.open}
        >
          <Columns2 aria-hidden="true" />
        </Link>
      )}
      <More medium={medium} onAttach={() => setAttaching(true)} />
      {isAttaching && (
        <AttachDialog medium={medium} onAttached={setAttached} onClose={() => setAttaching(false)} />
      )}
      <p role="status" className={attached ? 'basis-full text-s text-ink2' : 'sr-only'}>
        {attached && (
          <>
            {picture.attached(attached.mediaCount)}{' '}
            <Link
              to="/products/$id"
              params={{ id: attached.id }}
              search={{ tab: 'library' }}
              className="link"
            >
              {attached.name}
            </Link>
          </>
        )}
      </p>
    </div>
  )
}

function Cancel({ medium }: { medium: Media }) {
  const { picture } = useWords()
  const mode = useMode()
  const client = useQueryClient()
  const toast = useToast()
  const cancelling = useMutation({
    mutationFn: () => cancelMedia(mode, medium.id),
    onSuccess: () => toast(picture.cancelled),
    onSettled: () => client.invalidateQueries({ queryKey: ['media', mode] }),
  })
  return (
    <>
      <Button icon={<X aria-hidden="true" />} busy={cancelling.isPending} onClick={() => cancelling.mutate()}>
        {picture.cancel}
      </Button>
      {cancelling.error && <Problem error={cancelling.error} />}
    </>
  )
}

function More({ medium, onAttach }: { medium: Media; onAttach(): void }) {
  const { picture, common } = useWords()
  const toast = useToast()
  const copyPrompt = async () => {
    if (await copyText(medium.prompt)) toast(common.copied)
  }
  const trigger = <Button iconOnly aria-label={common.more} icon={<Ellipsis aria-hidden="true" />} />
  return (
    <Menu trigger={trigger}>
      {medium.status === 'completed' && (
        <MenuItem icon={<Package aria-hidden="true" />} onSelect={onAttach}>
          {picture.attach}
        </MenuItem>
      )}
      <MenuItem icon={<Copy aria-hidden="true" />} onSelect={copyPrompt}>
        {picture.copyPrompt}
      </MenuItem>
      {medium.videoUrl && (
        <MenuItem
          icon={<ExternalLink aria-hidden="true" />}
          onSelect={() => open(medium.videoUrl ?? '', '_blank', 'noopener')}
        >
          {picture.openFile}
        </MenuItem>
      )}
    </Menu>
  )
}
