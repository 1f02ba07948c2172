import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement } from 'react'

const OPEN_AFTER_MS = 300

/** The word beside an icon of the rail. */
export const Tooltip = ({ text, children }: { text: string; children: ReactElement }) => (
  <Radix.Provider delayDuration={OPEN_AFTER_MS}>
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="tooltip" side="right" sideOffset={8}>
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  </Radix.Provider>
)
