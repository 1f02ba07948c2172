import { endpoints } from '@atelier/contract'
import { loadCharacter } from '#catalog/characters'
import { keyRoute } from '#edge/http'

export const listCharacterReferences = keyRoute(
  endpoints.listCharacterReferences,
  async ({ app, caller, params }) => {
    const { photos } = await loadCharacter(app, caller.owner, params.id)
    return { status: 200, body: { photos } }
  },
)
