import { endpoints } from '@atelier/contract'
import { createCharacter as create } from '#characters'
import { behindKey } from '#http'

export const createCharacter = behindKey(endpoints.createCharacter, async ({ app, caller, body }) => ({
  status: 201,
  body: await create(app.db, caller.owner, body()),
}))
