import { type DragEvent, type ReactNode, useState } from 'react'
import { join } from './join-classes.ts'

type DropZoneProps = {
  /** A box that invites files, or a whole page that takes them. */
  look?: 'box' | 'page'
  onFiles(files: File[]): void
  children: ReactNode
}

/** A text that is dragged into a field is left to the browser. */
const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')

/** Takes files that are dropped on it. What it holds must offer another way to choose them. */
export function DropZone({ look = 'box', onFiles, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false)
  const take = (event: DragEvent) => {
    setOver(false)
    if (!hasFiles(event)) return
    event.preventDefault()
    const files = [...event.dataTransfer.files]
    if (files.length > 0) onFiles(files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a button inside chooses files by keyboard.
    <div
      className={join(look === 'box' ? 'drop' : 'drop-page', isOver && 'over')}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={take}
    >
      {children}
    </div>
  )
}

type FileButtonProps = {
  accept: string
  multiple?: boolean
  /** Opens the camera of a phone instead of its files. */
  camera?: boolean
  className: string
  onFiles(files: File[]): void
  children: ReactNode
}

/** A button that opens the files of the device. */
export const FileButton = ({ accept, multiple, camera, className, onFiles, children }: FileButtonProps) => (
  <label className={className}>
    <input
      type="file"
      className="sr-only"
      accept={accept}
      multiple={multiple}
      {...(camera && { capture: 'environment' as const })}
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])])
        // The same file can be chosen again.
        event.target.value = ''
      }}
    />
    {children}
  </label>
)
