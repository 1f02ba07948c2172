import { CepBody, endpoints } from '@atelier/contract'
import { createCep as create } from '#catalog/ceps'
import { keyRoute } from '#edge/http'
import { parseFields } from '#platform/refusal'

export const createCep = keyRoute(endpoints.createCep, async ({ app, caller, body }) => ({
  status: 201,
  body: await create(app.db, caller.owner, parseFields(CepBody, body(), 'body')),
}))
