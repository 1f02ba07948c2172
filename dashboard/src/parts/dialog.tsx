import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useEffect } from 'react'
import { join } from './join-classes.ts'
import { noteClosed, rememberOpener, returnFocus } from './return-focus.ts'

type DialogProps = {
  isOpen: boolean
  /** Esc, a press outside, or the browser's own way to close. */
  onClose(): void
  title: string
  /** What stands to the right of the title. */
  aside?: ReactNode
  text?: ReactNode
  narrow?: boolean
  children: ReactNode
}

/** A dialog on the desk, a sheet from below on the phone. Focus returns to its opener. */
export function Dialog({ isOpen, onClose, title, aside, text, narrow, children }: DialogProps) {
  useEffect(() => (isOpen ? noteClosed : undefined), [isOpen])
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="overlay">
          <Radix.Content
            className={join('dialog', narrow && 'narrow')}
            onOpenAutoFocus={rememberOpener}
            onCloseAutoFocus={(event) => returnFocus() && event.preventDefault()}
            {...(text ? {} : { 'aria-describedby': undefined })}
          >
            <div className="mb-1 flex items-baseline gap-4">
              <Radix.Title className="line-clamp-4 min-w-0 grow text-xl wrap-anywhere">{title}</Radix.Title>
              {aside && <span className="text-xs whitespace-nowrap text-ink3">{aside}</span>}
            </div>
            {text && <Radix.Description className="text-ink2">{text}</Radix.Description>}
            <div className="mt-5">{children}</div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}
