import { useEffect } from 'react'
import { useWords } from '../words/index.ts'

/** The name of the page in the window. Without one the name of the page before stays. */
export function useTitle(name: string): void {
  const { app } = useWords()
  useEffect(() => {
    document.title = `${name} · ${app}`
  }, [name, app])
}
