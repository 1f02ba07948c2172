import { linkInvitation } from '#access/links'
import type { Rows } from '#platform/db'
import type { Letter, Text } from './letter.ts'
import type { MailRow } from './mail-row.ts'
import { texts } from './texts.ts'

/** Writes the text of a mail now. Undefined: there is nothing to tell any more. */
export async function compose(
  db: Rows,
  publicUrl: string,
  { language, ...mail }: MailRow,
): Promise<Text | undefined> {
  const site = new URL(publicUrl).host
  const letter = mail as Letter
  switch (letter.kind) {
    case 'invitation': {
      const made = await linkInvitation(db, publicUrl, letter.facts.invitation)
      return made && texts[language].invitation({ site, ...made })
    }
    default:
      return letter.kind satisfies never
  }
}
