import { Button } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { useWords } from '../../words/index.ts'

type RecoveryCodesProps = { codes: string[]; onSaved(): void }

/** The only place and time the codes are shown. New ones can be made at any time. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const { factor } = useWords()
  return (
    <>
      <ul className="code outlined grid grid-cols-2 gap-x-4 max-phone:grid-cols-1" data-testid="codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap items-center justify-end gap-2">
        <CopyButton text={`${codes.join('\n')}\n`} label={factor.codes.title} />
        <Button tone="primary" onClick={onSaved}>
          {factor.codes.saved}
        </Button>
      </div>
    </>
  )
}
