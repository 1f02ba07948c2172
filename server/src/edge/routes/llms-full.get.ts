import { answerSiteText } from '#edge/dashboard'
import { publicRoute } from '#edge/http'

/** Not part of the interface: all pages of the documents as one text. 404 where they were not built. */
export const readLlmsFull = publicRoute(
  {
    method: 'GET',
    path: '/llms-full.txt',
    chapter: 'Service',
    summary: 'All documents for language models',
    auth: 'open',
    answer: { status: 200, description: 'The text', type: '*/*' },
  } as const,
  async (call) => answerSiteText(call, 'llms-full.txt'),
)
