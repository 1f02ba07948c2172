import { findUser } from '#access/identity'
import { linkInvitation, linkReset, linkSignUp } from '#access/links'
import type { Config } from '#platform/config'
import type { Rows } from '#platform/db'
import type { Letter, Text } from './letter.ts'
import type { MailRow } from './mail-row.ts'
import { findLanguage } from './notices.ts'
import { texts } from './texts.ts'

/** Writes the text of a mail now. Undefined: there is nothing to tell any more. */
export async function compose(
  db: Rows,
  { publicUrl, payments }: Pick<Config, 'publicUrl' | 'payments'>,
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
      if (!user) return undefined
      const link = await linkReset(db, publicUrl, user.id)
      if (link === undefined) return undefined
      // What the owner chose counts more than the page of who asks.
      const chosen = (await findLanguage(db, user.id)) ?? language
      return { ...texts[chosen].password_reset({ site, link }), language: chosen }
    }
    case 'low_balance':
      return texts[language].low_balance({
        site,
        ...(payments && { link: `${publicUrl}/billing` }),
        settings: `${publicUrl}/settings`,
        ...letter.facts,
      })
    case 'weekly_summary':
      return texts[language].weekly_summary({
        site,
        link: publicUrl,
        settings: `${publicUrl}/settings`,
        ...letter.facts,
      })
    case 'top_up_stopped':
      return texts[language].top_up_stopped({ site, link: `${publicUrl}/billing`, ...letter.facts })
    default:
      return letter satisfies never
  }
}
