import type { EndpointName } from '../endpoints/index.ts'
import { accountExamples } from './account.ts'
import { administrationExamples } from './administration.ts'
import { agentFilesExamples } from './agent-files.ts'
import { billingExamples } from './billing.ts'
import { cepExamples } from './ceps.ts'
import { dashboardExamples } from './dashboard.ts'
import type { Example } from './example.ts'
import { filesAndDocumentsExamples } from './files-and-documents.ts'
import { generationExamples } from './generation.ts'
import { knowledgeExamples } from './knowledge.ts'
import { mcpExamples } from './mcp.ts'
import { mediaExamples } from './media.ts'
import { noticesExamples } from './notices.ts'
import { oauthExamples } from './oauth.ts'
import { characterExamples, productExamples } from './products.ts'
import { wayInExamples } from './way-in.ts'

export type { Example } from './example.ts'
export { EXAMPLE_URL } from './example-records.ts'

/** One call of every endpoint, as the reference and OpenAPI show it. */
export const examples: Record<EndpointName, Example> = {
  ...generationExamples,
  ...mediaExamples,
  ...productExamples,
  ...characterExamples,
  ...cepExamples,
  ...knowledgeExamples,
  ...accountExamples,
  ...wayInExamples,
  ...noticesExamples,
  ...billingExamples,
  ...dashboardExamples,
  ...administrationExamples,
  ...oauthExamples,
  ...filesAndDocumentsExamples,
  ...mcpExamples,
  ...agentFilesExamples,
}
