import type { EndpointName } from '../endpoints/index.ts'
import type { Json } from './schema-of.ts'

/** OpenAPI links: which operations take the ids of a response. API test tools follow them. */
type Link = { to: EndpointName; parameters?: Record<string, string>; body?: Record<string, string> }

const answered = (pointer: string) => `$response.body#/${pointer}`
const withId = (pointer: string, ...to: EndpointName[]): Link[] =>
  to.map((name) => ({ to: name, parameters: { 'path.id': answered(pointer) } }))

const job = withId('id', 'pollMedia', 'downloadMedia', 'cancelMedia')

const links: Partial<Record<EndpointName, Link[]>> = {
  submitImage: job,
  submitVideo: job,
  createProduct: [
    ...withId('product/id', 'readProduct', 'renameProduct', 'listProductReferences', 'addProductReference'),
    ...withId('product/id', 'attachMedia'),
    { to: 'listCeps', parameters: { 'query.productId': answered('product/id') } },
    {
      to: 'createCep',
      body: { cepText: 'Coffee goes cold in long meetings', productId: answered('product/id') },
    },
  ],
  addProductReference: [
    {
      to: 'removeProductReference',
      parameters: { 'path.id': '$request.path.id', 'path.photoId': answered('photo/id') },
    },
  ],
  createCharacter: withId(
    'character/id',
    'readCharacter',
    'listCharacterReferences',
    'addCharacterReference',
  ),
  addCharacterReference: [
    {
      to: 'removeCharacterReference',
      parameters: { 'path.id': '$request.path.id', 'path.photoId': answered('photo/id') },
    },
  ],
  createTopic: [{ to: 'listCeps', parameters: { 'query.topicId': answered('topic/id') } }],
  createCep: withId('cep/id', 'deleteCep'),
  createKey: withId('key/id', 'rotateKey', 'revokeKey'),
}

export function describeLinks(name: EndpointName): Json | undefined {
  const entries = links[name]?.map(({ to, parameters, body }) => [
    to,
    { operationId: to, ...(parameters && { parameters }), ...(body && { requestBody: body }) },
  ])
  return entries && Object.fromEntries(entries)
}
