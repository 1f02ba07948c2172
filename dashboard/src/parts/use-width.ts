import { type RefObject, useEffect, useState } from 'react'

/** The width of an element in real pixels, as it changes; 0 before it is known. */
export function useWidth(holder: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = holder.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [holder])
  return width
}
