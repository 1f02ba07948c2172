import { DropdownMenu } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { join } from './join-classes.ts'

type MenuProps = {
  trigger: ReactElement
  children: ReactNode
  side?: 'top' | 'bottom' | 'right'
  align?: 'start' | 'end'
}

export const Menu = ({ trigger, children, side = 'bottom', align = 'end' }: MenuProps) => (
  <DropdownMenu.Root>
    <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content className="menu" side={side} align={align} sideOffset={6} collisionPadding={8}>
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
)

type MenuItemProps = { icon?: ReactNode; danger?: boolean; onSelect(): void; children: ReactNode }

export const MenuItem = ({ icon, danger, onSelect, children }: MenuItemProps) => (
  <DropdownMenu.Item className={join(danger && 'danger')} onSelect={onSelect}>
    {icon}
    {children}
  </DropdownMenu.Item>
)

type MenuChoiceProps = {
  label: string
  value: string
  choices: { value: string; label: string }[]
  onChoose(value: string): void
}

export const MenuChoice = ({ label, value, choices, onChoose }: MenuChoiceProps) => (
  <DropdownMenu.RadioGroup value={value} onValueChange={onChoose} aria-label={label}>
    {choices.map((choice) => (
      <DropdownMenu.RadioItem key={choice.value} value={choice.value}>
        <span className="grow">{choice.label}</span>
        <DropdownMenu.ItemIndicator>
          <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
            <path d="M3 8.500 6.500 12 13 4.500" strokeLinecap="round" strokeLinejoin="round" />
          </svg>
        </DropdownMenu.ItemIndicator>
      </DropdownMenu.RadioItem>
    ))}
  </DropdownMenu.RadioGroup>
)

export const MenuNote = ({ children }: { children: ReactNode }) => (
  <DropdownMenu.Label className="menu-note">{children}</DropdownMenu.Label>
)
