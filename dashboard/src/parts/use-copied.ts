import { useEffect, useState } from 'react'
import { copyText } from './copy-text.ts'

const SHOWN_MS = 1_500

/** Copies a text, and is true for 1.5 s afterwards. */
export function useCopied(text: string): { isCopied: boolean; copy(): Promise<void> } {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  return { isCopied, copy: async () => setCopied(await copyText(text)) }
}
