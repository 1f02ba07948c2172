import { type ReactNode, useEffect, useState } from 'react'
import { useWords } from '../words/index.ts'
import { join } from './join-classes.ts'

const SHOWN_AFTER_MS = 200
const SLOW_AFTER_MS = 8_000

/** A block of the final size. */
export const Skeleton = ({ className }: { className: string }) => (
  <div className={join('skeleton', className)} aria-hidden="true" />
)

/** Nothing for 200 ms, then blocks of the final size; after 8 s it says that it still asks. */
export function Waiting({ children }: { children: ReactNode }) {
  const { common } = useWords()
  const [waited, setWaited] = useState<'no' | 'yes' | 'long'>('no')
  useEffect(() => {
    const timers = [
      setTimeout(() => setWaited('yes'), SHOWN_AFTER_MS),
      setTimeout(() => setWaited('long'), SLOW_AFTER_MS),
    ]
    return () => timers.forEach(clearTimeout)
  }, [])
  return (
    <div aria-busy="true">
      <span className="sr-only" role="status">
        {waited !== 'no' && common.loading}
      </span>
      {waited !== 'no' && children}
      {waited === 'long' && <p className="mt-4 text-s text-ink3">{common.stillAsking}</p>}
    </div>
  )
}
