import { endpoints, TopicBody } from '@atelier/contract'
import { createTopic as create } from '#catalog/ceps'
import { keyRoute } from '#edge/http'
import { parseFields } from '#platform/refusal'

export const createTopic = keyRoute(endpoints.createTopic, async ({ app, caller, body }) => ({
  status: 201,
  body: await create(app.db, caller.owner, parseFields(TopicBody, body(), 'body')),
}))
