import { type Group, rule } from './module-rule.ts'

/** The group `adapters` of the module table. */
export const adapters: Group = {
  purpose: 'The providers that generate: how each is asked, and how its answers are read',
  modules: {
    shared: rule(
      'One call of a provider, never repeated; what an offer cannot serve',
      'platform/providers',
      'undici',
    ),
    fal: rule(
      'The queue of fal: signed callbacks, and a list in which lost submits are found',
      'adapters/shared platform/imaging platform/providers',
    ),
    kie: rule(
      'The jobs API of kie.ai: one file for each job',
      'adapters/shared platform/providers',
      'undici',
    ),
    openai: rule(
      'OpenAI Images, and servers that speak the same protocol: the files are in the answer',
      'adapters/shared platform/memory platform/providers',
      'undici',
    ),
    runway: rule(
      'Tasks of Runway: checked and cancelled, never called back',
      'adapters/shared platform/providers',
      'undici',
    ),
    setup: rule(
      'Builds the adapters from the settings and the operator’s file; which models are offered by whom',
      'adapters/fal adapters/kie adapters/openai adapters/runway adapters/shared contract ' +
        'platform/config platform/fetching platform/providers',
      'zod',
    ),
    accounts: rule(
      'Our accounts at the providers, for the operator’s commands',
      'adapters/setup platform/config platform/providers',
    ),
    questions: rule(
      'What only a real key can show of a provider, and how it is asked',
      'adapters/shared platform/config platform/providers',
    ),
  },
}
