import { findAnyUser } from '#access/identity'
import { type Command, withStorage } from '#edge/command-line'
import { requestErasure } from '#privacy/erasures'

export const erase: Command = {
  name: 'erase',
  usage: 'erase <id | email>                     erase a media, upload, photo, character, product or account',
  async run([subject]) {
    if (!subject) throw new Error(`usage: ${erase.usage}`)
    return withStorage(async (app) => {
      const user = subject.includes('@') ? await findAnyUser(app.db, subject) : undefined
      const { erasure, message } = await requestErasure(app, 'operator', user?.id ?? subject)
      console.log(`${erasure.id}: ${erasure.kind} ${erasure.subjectId}. ${message}`)
      return 0
    })
  },
}
