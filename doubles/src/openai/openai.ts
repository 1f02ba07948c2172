import { type Call, type Double, isRecord, json, type Provider, type Route } from '../core/index.ts'
import { authorize } from './authorize.ts'
import { openaiSettings, readList } from './openai-settings.ts'
import { newOrganizationRoutes } from './organization-routes.ts'
import { refuseTrouble } from './refuse-trouble.ts'
import { newHeaders } from './reply.ts'
import { readReference, submitImage } from './submit-image.ts'
import { chargeTask } from './token-usage.ts'

/** OpenAI Images: one request is one purchase, and its reply is the only way to the pictures. */
export const openai: Provider = {
  name: 'openai',
  settings: openaiSettings,
  open: (double) => ({
    authorize: (call) => authorize(double, call),
    refuse: (trouble, call) => refuseTrouble(double, trouble, call),
    charge: chargeTask,
    routes: [
      newSubmitRoute(double, 'generation', '/v1/images/generations'),
      newSubmitRoute(double, 'edit', '/v1/images/edits'),
      { kind: 'models', method: 'GET', path: '/v1/models', handle: (call) => listModels(double, call) },
      ...newOrganizationRoutes(double),
    ],
  }),
}

function newSubmitRoute(double: Double, route: 'generation' | 'edit', path: string): Route {
  return {
    kind: 'submit',
    method: 'POST',
    path,
    about: (call) => ({
      prompt: readField(call, 'prompt'),
      model: readField(call, 'model'),
      reference: readReference(call),
    }),
    handle: (call) => submitImage(double, call, route),
  }
}

/** From JSON or a form, before anything is checked. */
function readField({ body, form }: Call, name: string): string | undefined {
  const value = isRecord(body) ? body[name] : form?.fields.find(([field]) => field === name)?.[1]
  return typeof value === 'string' ? value : undefined
}

function listModels(double: Double, call: Call) {
  const data = readList(double.settings.listedModels).map((id) => ({
    id,
    object: 'model',
    created: 1_776_729_600,
    owned_by: 'system',
  }))
  return json(200, { object: 'list', data }, newHeaders(double, call))
}
