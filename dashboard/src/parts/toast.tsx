import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

const SHOWN_MS = 6_000

const Context = createContext<(text: string) => void>(() => undefined)

/** Says a sentence that needs no answer. Errors stand where they happened, never here. */
export const useToast = (): ((text: string) => void) => useContext(Context)

export function ToastProvider({ children }: { children: ReactNode }) {
  const [text, setText] = useState('')
  useEffect(() => {
    if (!text) return
    const timer = setTimeout(() => setText(''), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <Context value={setText}>
      {children}
      <div role="status" className={text ? 'toast' : 'sr-only'}>
        {text}
      </div>
    </Context>
  )
}
