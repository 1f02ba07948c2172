import { endpoints, TopicBody } from '@atelier/contract'
import { createTopic as create } from '#ceps'
import { behindKey } from '#http'
import { parseFields } from '#refusal'

export const createTopic = behindKey(endpoints.createTopic, async ({ app, caller, body }) => ({
  status: 201,
  body: await create(app.db, caller.owner, parseFields(TopicBody, body(), 'body')),
}))
