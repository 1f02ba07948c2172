import type { RequestListener } from 'node:http'
import type { UnusableKind } from '../../src/platform/fetching/index.ts'
import { type AddressCase, at, HOST, hostFor, jpeg, PUBLIC, redirectTo, serveBytes } from './address-case.ts'

const INSIDE = 'inside.public.example'
const MIXED = 'mixed.public.example'

const TARGETS: Record<string, [location: string, ends: UnusableKind]> = {
  'http at the same host': [`http://${HOST}/`, 'malformed'],
  'http at this machine': ['http://127.0.0.1/', 'malformed'],
  'this machine': [at('127.0.0.1/'), 'not_public'],
  'this machine by IPv6': [at('[::1]/'), 'not_public'],
  'this machine as a number': [at('2130706433/'), 'not_public'],
  'this machine in wide digits': [at('１２７.０.０.１/'), 'not_public'],
  'this machine, without a scheme': ['//127.0.0.1/', 'not_public'],
  'this machine, with three slashes': ['///127.0.0.1/', 'not_public'],
  'this machine, by backslashes': ['\\\\127.0.0.1\\', 'malformed'],
  'a mapped address': [at('[::ffff:10.0.0.1]/'), 'not_public'],
  'the cloud’s metadata': [at('169.254.169.254/latest/meta-data/'), 'not_public'],
  'the cloud’s metadata by http': [
    at('169.254.169.254/latest/meta-data/').replace('https', 'http'),
    'malformed',
  ],
  'a name that leads inside': [at(`${INSIDE}/`), 'not_public'],
  'a name with mixed records': [at(`${MIXED}/`), 'not_public'],
  'a name that does not exist': [at('nobody.public.example/'), 'not_public'],
  'a name without a dot': [at('localhost/'), 'malformed'],
  'a user name': [at(`me:secret@${HOST}/`), 'malformed'],
  'a host as a user name': [at(`${HOST}@127.0.0.1/`), 'malformed'],
  'another port': [at(`${HOST}:8443/`), 'malformed'],
  'another port, without a scheme': [`//${HOST}:22/`, 'malformed'],
  'a file': ['file:///etc/passwd', 'malformed'],
  ftp: [`ftp://${HOST}/`, 'malformed'],
  gopher: ['gopher://127.0.0.1:6379/_INFO', 'malformed'],
  data: ['data:image/png;base64,iVBORw0KGgo=', 'malformed'],
  'something too long': [at(`${HOST}/`).padEnd(2049, 'a'), 'malformed'],
  'no host': [at(''), 'malformed'],
  'a bracket left open': [at('[::1/'), 'malformed'],
}

const sites = {
  [INSIDE]: { answers: [['10.0.0.7']] },
  [MIXED]: { answers: [[PUBLIC, '127.0.0.1']] },
  [HOST]: {},
}

export function listRedirects(canaryPort: number): AddressCase[] {
  const here = (name: string) => at(`${hostFor(name)}/`)
  const to = (name: string, serve: RequestListener, ends: UnusableKind): AddressCase => {
    const host = hostFor(name)
    return { name, url: at(`${host}/`), ends, sites: { ...sites, [host]: { serve } } }
  }
  const private30x = [301, 302, 303, 307, 308].map((status) =>
    to(`a ${status} to this machine`, redirectTo(at('127.0.0.1/'), status), 'not_public'),
  )
  const other30x = [300, 304, 305, 306].map((status) =>
    to(`a ${status} to a public host`, redirectTo(at(`${HOST}/`), status), 'status'),
  )
  const stepsTo =
    (end: RequestListener): RequestListener =>
    (request, response) => {
      const left = Number(new URL(request.url ?? '', at(HOST)).searchParams.get('left'))
      const next = left > 0 ? redirectTo(`?left=${left - 1}`) : end
      next(request, response)
    }
  const rebound = 'a redirect to the same name, which leads inside by then'
  return [
    ...Object.entries(TARGETS).map(([what, [location, ends]]) =>
      to(`a redirect to ${what}`, redirectTo(location), ends),
    ),
    ...private30x,
    ...other30x,
    to('a redirect to the canary’s port', redirectTo(at(`127.0.0.1:${canaryPort}/`)), 'malformed'),
    to('a redirect to the canary’s port by http', redirectTo(`http://127.0.0.1:${canaryPort}/`), 'malformed'),
    to('a redirect without a location', redirectTo(undefined), 'redirects'),
    to(
      'a redirect to two locations',
      (_, response) => {
        response.writeHead(302, [...['location', at('127.0.0.1/')], ...['location', at(`${HOST}/`)]]).end()
      },
      'redirects',
    ),
    to('a redirect to itself', redirectTo(''), 'redirects'),
    to('a redirect round in a circle', redirectTo(here('a redirect round in a circle')), 'redirects'),
    ...[1, 2].map((left) => {
      const name = `a private address after ${left + 1} redirects`
      return {
        ...to(name, stepsTo(redirectTo(at('10.0.0.1/'))), 'not_public'),
        url: `${here(name)}?left=${left}`,
      }
    }),
    {
      ...to('four redirects', stepsTo(serveBytes(jpeg())), 'redirects'),
      url: `${here('four redirects')}?left=4`,
    },
    {
      ...to(rebound, redirectTo('/again'), 'not_public'),
      sites: { [hostFor(rebound)]: { answers: [[PUBLIC], ['127.0.0.1']], serve: redirectTo('/again') } },
      questions: 2,
    },
    to(
      'a page that refreshes itself to this machine',
      serveBytes(Buffer.from('<meta http-equiv="refresh" content="0;url=//127.0.0.1/">'), {
        refresh: `0;url=${at('127.0.0.1/')}`,
      }),
      'not_a_picture',
    ),
    to(
      'a 200 with a location',
      serveBytes(Buffer.from('go on elsewhere'), { location: at('127.0.0.1/') }),
      'not_a_picture',
    ),
    to('a 201 with a location', redirectTo(at('127.0.0.1/'), 201), 'status'),
  ]
}
