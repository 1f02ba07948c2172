import { Check, Copy } from 'lucide-react'
import { useWords } from '../words/index.ts'
import { Button } from './button.tsx'
import { useCopied } from './use-copied.ts'

type CopyButtonProps = { text: string; label: string; primary?: boolean }

export function CopyButton({ text, label, primary = false }: CopyButtonProps) {
  const { common } = useWords()
  const { isCopied, copy } = useCopied(text)
  return (
    <>
      <Button
        small
        tone={primary ? 'primary' : 'plain'}
        icon={isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        aria-label={`${common.copy}: ${label}`}
        onClick={copy}
      >
        {isCopied ? common.copied : common.copy}
      </Button>
      <span className="sr-only" role="status">
        {isCopied && common.copied}
      </span>
    </>
  )
}
