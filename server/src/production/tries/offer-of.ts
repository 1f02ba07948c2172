import type { Route } from '#platform/providers'

/** What the provider in use calls the model of a job. */
export const offerOf = ({ provider, model, routes }: Routed): string =>
  routes?.find((one) => one.provider === provider && one.model === model)?.offer ?? model

type Routed = { provider: string; model: string; routes: Route[] | null }
