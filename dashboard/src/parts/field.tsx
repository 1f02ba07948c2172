import { type ReactNode, useId } from 'react'

export type FieldIds = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
}

type FieldProps = {
  label: string
  help?: ReactNode
  /** What is wrong with what was typed. */
  wrong?: string | undefined
  children: (ids: FieldIds) => ReactNode
}

/** A label, a control, and one line below: the help, or what is wrong. */
export function Field({ label, help, wrong, children }: FieldProps) {
  const id = useId()
  const hasNote = Boolean(help) || wrong !== undefined
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': hasNote ? `${id}-note` : undefined,
        'aria-invalid': wrong !== undefined || undefined,
      })}
      {hasNote && (
        <span id={`${id}-note`} className={wrong ? 'wrong' : 'help'} role={wrong ? 'alert' : undefined}>
          {wrong ?? help}
        </span>
      )}
    </div>
  )
}

/** A group of buttons with a label, in the look of a field. */
export function FieldGroup({
  label,
  help,
  wrong,
  children,
}: Omit<FieldProps, 'children'> & { children: ReactNode }) {
  const id = useId()
  return (
    <div className="field" role="group" aria-labelledby={id}>
      <span id={id}>{label}</span>
      {children}
      {(help || wrong) && (
        <span className={wrong ? 'wrong' : 'help'} role={wrong ? 'alert' : undefined}>
          {wrong ?? help}
        </span>
      )}
    </div>
  )
}
