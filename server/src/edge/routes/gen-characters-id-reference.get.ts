import { endpoints } from '@atelier/contract'
import { loadCharacter } from '#catalog/characters'
import { behindKey } from '#edge/http'

export const listCharacterReferences = behindKey(
  endpoints.listCharacterReferences,
  async ({ app, caller, params }) => {
    const { photos } = await loadCharacter(app, caller.owner, params.id ?? '')
    return { status: 200, body: { photos } }
  },
)
