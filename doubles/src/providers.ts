import type { Provider } from './core/index.ts'
import { fal } from './fal/fal.ts'
import { kie } from './kie/kie.ts'
import { openai } from './openai/openai.ts'
import { runway } from './runway/runway.ts'

/** Every double, by the name that `--provider` takes. */
export const providers: Record<string, Provider> = {
  fal,
  kie,
  openai,
  runway,
}
