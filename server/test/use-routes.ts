import { beforeAll } from 'vitest'
import type { App } from '../src/platform/app/index.ts'
import type { Provider, Route } from '../src/platform/providers/index.ts'
import type { TestSystem } from './use-system.ts'

/** Jobs whose prompt says so have the routes that it names. */
const TRIGGER = [
  `create function take_routes() returns trigger language plpgsql as $$
   begin
     new.routes := substr(new.prompt, 8)::jsonb;
     new.provider := new.routes -> 0 ->> 'provider';
     new.model := new.routes -> 0 ->> 'model';
     return new;
   end $$`,
  `create trigger a_take_routes before insert on media for each row
   when (new.prompt like 'routes %' and new.parent_id is null) execute function take_routes()`,
]

/** Lets prompts name the routes of their jobs, as `routed` writes them. */
export function useRoutes(system: () => TestSystem): void {
  beforeAll(async () => {
    for (const text of TRIGGER) await system().app.db.row(text)
  })
}

export const routed = (routes: Route[]): string => `routes ${JSON.stringify(routes)}`

let added = 0

/** Adds the simulator under a name of its own, as if it were a real provider. */
export function addProvider({ providers }: App, change: Partial<Provider> = {}): Provider {
  const provider: Provider = {
    ...(providers.findByName('simulator') as Provider),
    name: `provider-${++added}`,
    isSimulated: false,
    ...change,
  }
  ;(providers.list as Provider[]).push(provider)
  return provider
}

/** A route to what the simulator calls `simulator/<scenario>`. */
export const routeTo = ({ name }: Provider, scenario: string, model = 'simulator/ok'): Route => ({
  provider: name,
  model,
  offer: `simulator/${scenario}`,
})

export const readRouted = (app: App, id: string) =>
  app.db.rows<{ try: number; part: number; route: number; provider: string; state: string }>(
    `select try, part, route, provider, state from provider_submits where media_id = $1 order by try`,
    [id],
  )

/** The models of the jobs that the simulator accepted for a media. */
export async function readBought(app: App, id: string): Promise<string[]> {
  const log = await fetch(`${app.config.simulatorUrl}/__double/log`)
  const { jobs } = (await log.json()) as { jobs: { reference: string; model?: string }[] }
  return jobs.filter(({ reference }) => reference.startsWith(id)).map(({ reference }) => reference)
}
