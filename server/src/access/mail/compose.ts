import { findUser } from '#access/identity'
import { linkInvitation, linkReset, linkSignUp } from '#access/links'
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
    case 'verification': {
      const link = await linkSignUp(db, publicUrl, mail.address)
      return link
        ? texts[language].verification({ site, link })
        : texts[language].has_account({ site, link: `${publicUrl}/sign-in` })
    }
    case 'password_reset': {
      const user = await findUser(db, mail.address)
      const link = user && (await linkReset(db, publicUrl, user.id))
      return link === undefined ? undefined : texts[language].password_reset({ site, link })
    }
    default:
      return letter satisfies never
  }
}
