import type { ceps } from '../endpoints/ceps.ts'
import type { ExamplesOf } from './example.ts'
import { cep, ids, winterTopic } from './example-records.ts'

export const cepExamples = {
  createCep: {
    body: {
      cepText: 'Hands are stiff with cold after a winter run',
      productId: ids.product,
      painPoint: 'cold hands',
      angle: 'warmth to hold',
      keywords: cep.keywords,
    },
    answer: {
      cep,
      similar: [
        {
          id: 'cep_9sLkX3vBn6QwTz2YmHd8Jr',
          cepText: 'Hands are stiff with cold after the morning run',
          similarity: 0.686,
        },
      ],
      message:
        'CEP created: 2 of 30 are in use. ' +
        'cep_9sLkX3vBn6QwTz2YmHd8Jr is nearly the same: delete one of the two.',
    },
  },
  listCeps: { query: { productId: ids.product }, answer: { ceps: [cep] } },
  deleteCep: {
    params: { id: ids.cep },
    answer: {
      cep: { id: ids.cep, status: 'deleted' },
      message: 'CEP deleted. You can create another in its place.',
    },
  },
  createTopic: {
    body: { name: 'Winter', description: 'What people lack when it is cold' },
    answer: {
      topic: winterTopic,
      message: `Topic created. Send topicId ${ids.winterTopic} to add CEPs to it.`,
    },
  },
  listTopics: { query: { limit: '20' }, answer: { topics: [winterTopic], nextCursor: null } },
} satisfies ExamplesOf<typeof ceps>
