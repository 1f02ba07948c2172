import { useEffect, useRef, useState } from 'react'
import { isWorthRepeating, pauseMsOf } from '../api/call.ts'

/** A service that says nothing about a pause is asked again after this time. */
const PAUSE_MS = 3_000
const LOOK_MS = 250

/**
 * Repeats a read that was refused for a moment, when the service wants it and while the page is seen. Returns
 * when that is; undefined when repeating cannot help.
 */
export function useRetry(error: unknown, retry: (() => unknown) | undefined): Date | undefined {
  const isRepeated = retry !== undefined && isWorthRepeating(error)
  const [at, setAt] = useState<Date>()
  const latest = useRef(retry)
  useEffect(() => {
    latest.current = retry
  })
  useEffect(() => {
    if (!isRepeated) return setAt(undefined)
    const due = new Date(Date.now() + Math.max(PAUSE_MS, pauseMsOf(error)))
    setAt(due)
    const timer = setInterval(() => {
      if (Date.now() < due.getTime() || document.visibilityState === 'hidden') return
      clearInterval(timer)
      latest.current?.()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [isRepeated, error])
  return at
}
