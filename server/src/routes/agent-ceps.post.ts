import { CepBody, endpoints } from '@atelier/contract'
import { createCep as create } from '#ceps'
import { behindKey } from '#http'
import { parseFields } from '#refusal'

export const createCep = behindKey(endpoints.createCep, async ({ app, caller, body }) => ({
  status: 201,
  body: await create(app.db, caller.owner, parseFields(CepBody, body(), 'body')),
}))
