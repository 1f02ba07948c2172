import { endpoints } from '@atelier/contract'
import { createCharacter as create } from '#catalog/characters'
import { keyRoute } from '#edge/http'

export const createCharacter = keyRoute(endpoints.createCharacter, async ({ app, caller, body }) => ({
  status: 201,
  body: await create(app.db, caller.owner, body()),
}))
