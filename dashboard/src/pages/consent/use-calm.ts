import { useEffect, useState } from 'react'

const CALM_MS = 1_000

/**
 * Whether the page has been in front for a second. A site that makes a visitor double-click may put this page
 * under the second click; that click must not allow anything.
 */
export function useCalm(): boolean {
  const [isCalm, setCalm] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = () => {
      clearTimeout(timer)
      setCalm(false)
      timer = setTimeout(() => setCalm(true), CALM_MS)
    }
    start()
    addEventListener('focus', start)
    document.addEventListener('visibilitychange', start)
    return () => {
      clearTimeout(timer)
      removeEventListener('focus', start)
      document.removeEventListener('visibilitychange', start)
    }
  }, [])
  return isCalm
}
