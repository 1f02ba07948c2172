import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { sessionsQuery } from '../../api/account.ts'
import { confirmFactor, type FactorSecret, factorQuery, startFactor } from '../../api/factor.ts'
import { PasswordNeeded, sessionQuery, WrongCode } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { CodeField } from '../../parts/code-step.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { PasswordStep } from '../../parts/password-step.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useWords } from '../../words/index.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Three views: what it is, the secret with the first code, the recovery codes. */
export function SwitchOnDialog({ onClose }: { onClose(): void }) {
  const { factor } = useWords()
  const [secret, setSecret] = useState<FactorSecret | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes)
    return (
      <Dialog isOpen onClose={onClose} title={factor.codes.title} text={factor.codes.text}>
        <p className="note warn mb-4">{factor.codes.made}</p>
        <RecoveryCodes codes={codes} onSaved={onClose} />
      </Dialog>
    )
  if (secret)
    return (
      <Dialog isOpen onClose={onClose} title={factor.on.title} aside={factor.on.step(2)} text={factor.on.add}>
        <Confirm secret={secret} onClose={onClose} onDone={setCodes} />
      </Dialog>
    )
  return (
    <Dialog isOpen onClose={onClose} title={factor.on.title} aside={factor.on.step(1)} text={factor.on.text}>
      <Start onClose={onClose} onMade={setSecret} />
    </Dialog>
  )
}

function Start({ onClose, onMade }: { onClose(): void; onMade(secret: FactorSecret): void }) {
  const { factor, common } = useWords()
  const starting = useMutation({ mutationFn: startFactor, onSuccess: onMade })
  const needsPassword = starting.error instanceof PasswordNeeded
  return (
    <>
      {needsPassword && <PasswordStep onDone={() => starting.mutate()} />}
      {starting.error && !needsPassword && <Problem error={starting.error} />}
      <div className="mt-6 flex justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          {common.cancel}
        </Button>
        {!needsPassword && (
          <Button tone="primary" busy={starting.isPending} onClick={() => starting.mutate()}>
            {factor.on.go}
          </Button>
        )}
      </div>
    </>
  )
}

type ConfirmProps = { secret: FactorSecret; onClose(): void; onDone(codes: string[]): void }

function Confirm({ secret, onClose, onDone }: ConfirmProps) {
  const { factor, common } = useWords()
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const confirming = useMutation({
    mutationFn: () => confirmFactor(code.trim()),
    onSuccess: onDone,
    onSettled: () => {
      client.invalidateQueries({ queryKey: factorQuery.queryKey })
      client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
  const isWrong = confirming.error instanceof WrongCode
  const confirm = () => code.trim() !== '' && confirming.mutate()
  return (
    <div className="grid gap-5">
      <Shown label={factor.on.secret} text={secret.secret} name="secret">
        {inGroups(secret.secret)}
      </Shown>
      <Shown label={factor.on.link} text={secret.uri} name="otpauth">
        <a href={secret.uri} className="underline">
          {secret.uri}
        </a>
      </Shown>
      <CodeField
        isOnlyDigits
        value={code}
        onChange={setCode}
        onEnter={confirm}
        wrong={isWrong ? factor.wrong : undefined}
      />
      {confirming.error && !isWrong && <Problem error={confirming.error} />}
      <div className="flex justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button tone="primary" busy={confirming.isPending} onClick={confirm}>
          {factor.on.confirm}
        </Button>
      </div>
    </div>
  )
}

const inGroups = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ')

type ShownProps = { label: string; text: string; name: string; children: ReactNode }

function Shown({ label, text, name, children }: ShownProps) {
  return (
    <div className="field">
      <div className="flex items-center justify-between gap-2">
        {label}
        <span>
          <CopyButton text={text} label={label} />
        </span>
      </div>
      <div className="code outlined" data-testid={name}>
        {children}
      </div>
    </div>
  )
}
