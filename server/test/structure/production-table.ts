import { type Group, rule } from './module-rule.ts'

/** The group `production` of the module table. */
export const production: Group = {
  purpose: 'From an order to a stored file',
  modules: {
    orders: rule(
      'Parses and prices what a submit asks for, and resolves its references',
      'access/identity catalog/ceps catalog/characters catalog/photos catalog/products contract ' +
        'platform/app platform/fetching platform/providers platform/refusal',
      'canonicalize',
    ),
    media: rule(
      'Media as callers see them: lists, downloads, files, libraries, retention',
      'access/credits access/identity catalog/products contract platform/app platform/db platform/metrics ' +
        'platform/paging platform/refusal',
    ),
    renditions: rule(
      'Finished pictures in the ratios of placements: made at the first request, stored, found',
      'platform/app platform/imaging platform/refusal production/media',
    ),
    callbacks: rule(
      'The URLs that providers call, what becomes of a call, and the jobs that calls named',
      'platform/app platform/db platform/providers platform/refusal',
    ),
    jobs: rule(
      'The life of a job: submit, quote, cancel, the steps of a run, settle, poll, the tick',
      'access/credits access/identity access/limits access/quotas catalog/photos contract platform/app ' +
        'platform/db platform/engine platform/fetching platform/ids platform/imaging platform/parallel ' +
        'platform/providers platform/refusal production/admission ' +
        'production/callbacks production/media ' +
        'production/orders production/results production/routing production/timing production/tries',
    ),
    tries: rule(
      'What is sent to providers and what they answer: claims, records, reads and cancels tries',
      'platform/app platform/db platform/providers production/media production/routing production/timing',
    ),
    routing: rule(
      'Which providers take jobs now: breakers, pauses that they ask for, and limits of running jobs',
      'platform/app platform/db platform/providers production/media production/timing',
    ),
    timing: rule(
      'Every duration in the life of a job; when a provider is checked, and what its models usually take',
      'platform/app platform/providers',
    ),
    cleanup: rule(
      'Removes what nobody needs any more: old files, deleted uploads, objects that no row names',
      'access/mail access/members access/oauth catalog/photos platform/app platform/db ' +
        'production/callbacks production/media',
    ),
    admission: rule(
      'Measures what the workers can do, and refuses jobs that could not be produced in time',
      'access/identity contract platform/app platform/refusal production/media production/results',
    ),
    overview: rule(
      'What the dashboard shows of jobs: changes since a cursor, spend, counts of days, the steps of a job',
      'access/credits access/identity contract platform/app platform/db platform/refusal platform/turns ' +
        'production/media',
    ),
    oversight: rule(
      'What admins see of production: providers, stuck tries, the health of the service',
      'contract platform/app platform/db production/admission production/routing',
    ),
    spend: rule(
      'Sets tries, media, ledger and the bills of providers side by side, and lists what does not match',
      'access/credits platform/db platform/ids platform/providers',
    ),
    results: rule(
      'Downloads what a provider made, checks that it is complete, stores it',
      'platform/app platform/fetching platform/imaging platform/memory platform/providers',
      'undici',
    ),
  },
}
