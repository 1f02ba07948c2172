import { useEffect, useRef } from 'react'

/** Files that are pasted anywhere on the page, unless a dialog is open. */
export function usePastedFiles(onFiles: (files: File[]) => void): void {
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      latest.current(files)
    }
    addEventListener('paste', onPaste)
    return () => removeEventListener('paste', onPaste)
  }, [])
}
