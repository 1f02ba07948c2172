import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import type { ReactElement } from 'react'
import { signOut, useSession } from '../api/session.ts'
import type { Language } from '../format/time.ts'
import { Menu, MenuChoice, MenuItem, MenuNote } from '../parts/menu.tsx'
import { useToast } from '../parts/toast.tsx'
import { languages, useLanguage, useWords } from '../words/index.ts'

type AccountMenuProps = { children: ReactElement; side: 'top' | 'bottom' }

export function AccountMenu({ children, side }: AccountMenuProps) {
  const { words, language, setLanguage } = useLanguage()
  const email = useSession()?.user.email
  const leave = useSignOut()
  return (
    <Menu trigger={children} side={side} align="start">
      <MenuNote>
        {words.account.signedInAs} {email}
      </MenuNote>
      <MenuChoice
        label={words.account.language}
        value={language}
        choices={languages}
        onChoose={(chosen) => setLanguage(chosen as Language)}
      />
      <MenuItem icon={<LogOut strokeWidth={1.6} aria-hidden="true" />} onSelect={leave}>
        {words.account.signOut}
      </MenuItem>
    </Menu>
  )
}

/** Signs out and leaves the page. Says so when the session has not ended. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  const say = useToast()
  const words = useWords()
  return async () => {
    if (!(await signOut(client))) return say(words.account.notSignedOut)
    await navigate({ to: '/sign-in', search: {} })
  }
}
