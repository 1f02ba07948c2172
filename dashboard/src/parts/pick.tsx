import { ChevronDown } from 'lucide-react'
import { join } from './join-classes.ts'
import { Menu, MenuChoice } from './menu.tsx'

type PickProps = {
  label: string
  value: string | undefined
  choices: { value: string; label: string }[]
  /** The words for no choice. */
  any: string
  onChoose(value: string): void
}

/** A filter with a menu. The empty value is no filter. */
export function Pick({ label, value, choices, any, onChoose }: PickProps) {
  const chosen = choices.find((choice) => choice.value === value)?.label ?? value
  const trigger = (
    <button type="button" className={join('pick', value && 'on')}>
      <span className="what">{label}</span>
      {chosen && <span className="chosen">{chosen}</span>}
      <ChevronDown aria-hidden="true" />
    </button>
  )
  return (
    <Menu trigger={trigger} align="start">
      <MenuChoice
        label={label}
        value={value ?? ''}
        choices={[{ value: '', label: any }, ...choices]}
        onChoose={onChoose}
      />
    </Menu>
  )
}
