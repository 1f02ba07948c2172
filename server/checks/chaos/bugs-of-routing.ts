import type { Bug } from './bug.ts'
import { alone, calm, ok } from './calm-load.ts'

const route = { provider: 'simulator', model: ok.model, offer: ok.model }

/** Mistakes with jobs that several providers could make. */
export const bugsOfRouting: Bug[] = [
  {
    name: 'fall-back-after-acceptance',
    description: 'the next provider is asked although the first has accepted the job',
    caughtBy: 'secondSubmits',
    jobs: 20,
    mutations: [
      {
        file: 'production/jobs/submit-once.ts',
        from: '(claim.routes?.length ?? 1) > 1 && outcomes.every(isForAnother)',
        to: '(claim.routes?.length ?? 1) > 1 && (isForAnother as unknown) !== undefined',
      },
      {
        file: 'production/tries/claim-next-route.ts',
        from: `where id = $1 and status = 'queued' and deadline_at`,
        to: `where id = $1 and status in ('queued', 'processing') and deadline_at`,
      },
      {
        file: 'production/tries/claim-next-route.ts',
        from: `s.state = 'accepted' or (s.state in ('intent', 'unknown') and r.try is null) as is_live`,
        to: `false as is_live`,
      },
    ],
    // Without the index the database itself would refuse the second try.
    sql: [
      'drop index one_live_submit',
      `create function take_routes() returns trigger language plpgsql as $$
       begin
         new.routes := '${JSON.stringify([route, route])}';
         return new;
       end $$`,
      `create trigger take_routes before insert on media for each row
       when (new.parent_id is null) execute function take_routes()`,
    ],
    change: { ...calm, behaviour: { ...alone, mix: [ok] } },
  },
]
