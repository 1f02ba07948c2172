import type { Route } from '#platform/providers'

/** What the provider in use calls the model of a job. */
export const offerOf = ({ model, route, routes }: Routed): string => routes?.[route ?? 0]?.offer ?? model

type Routed = { model: string; route: number | null; routes: Route[] | null }
