import type { ComponentProps, ReactNode } from 'react'
import { join } from './join-classes.ts'

type Look = { tone?: 'plain' | 'primary' | 'quiet' | 'danger'; small?: boolean; iconOnly?: boolean }

export const buttonClass = ({ tone = 'plain', small, iconOnly }: Look): string =>
  join('btn', tone !== 'plain' && tone, small && 'small', iconOnly && 'icon')

type ButtonProps = ComponentProps<'button'> & Look & { icon?: ReactNode; busy?: boolean }

/** Busy: the same width, a spinner in place of the icon, and no second press. */
export function Button({ tone, small, iconOnly, icon, busy, children, className, ...rest }: ButtonProps) {
  const look = buttonClass({ ...(tone && { tone }), ...(small && { small }), ...(iconOnly && { iconOnly }) })
  return (
    <button
      type="button"
      {...rest}
      className={join(look, className)}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {busy ? <span className="busy" aria-hidden="true" /> : icon}
      {children}
    </button>
  )
}
