import {
  type AddressCase,
  at,
  DEAD,
  HOST,
  hostFor,
  jpeg,
  PUBLIC,
  PUBLIC_TOO,
  png,
  redirectTo,
  type Site,
  serveBytes,
  webp,
} from './address-case.ts'

/** The last public address before each denied range, and the first after it. */
const IPV4 = `
1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.1.255 192.0.3.0
192.31.195.255 192.31.197.0 192.52.192.255 192.52.194.0 192.88.98.255 192.88.100.0 192.167.255.255 192.169.0.0
192.175.47.255 192.175.49.0 198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0
223.255.255.255`
/** The last four look like ISATAP, but the mark is at another position or incomplete. */
const IPV6 = `
2000:: 2000::1 2001:200:: 2001:200::1 2001:db7:ffff:ffff:ffff:ffff:ffff:ffff 2001:db9::
2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff 2003:: 2400:cb00::1 2606:4700::1 2607:f8b0::1 2620:4f:7fff:ffff::1
2620:4f:8001:: 2a00:1450:4001::1 2c0f:fb50::1 3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff 3fff:1000::
3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
2a00::1:5efe:7f00:1 2a00:5efe::1 2a00::5eff:7f00:1 2a00::5efe:1`

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)

/** All public addresses of controls: the environment puts its server there and into its certificate. */
export const CONTROL_ADDRESSES = [...words(IPV4), ...words(IPV6)]

const MAX = 20 * 1024 * 1024

const NAMES: Record<string, Site & { rest?: string; bytes?: Buffer }> = {
  'an IPv4 address': { answers: [[PUBLIC]] },
  'an IPv6 address': { answers: [[PUBLIC_TOO]] },
  'addresses of both families': { answers: [[PUBLIC, PUBLIC_TOO]] },
  'several addresses': { answers: [['1.0.0.0', '11.0.0.0', PUBLIC, PUBLIC_TOO]] },
  '200 addresses': { answers: [Array<string>(200).fill(PUBLIC)] },
  'a first address where nothing listens': { answers: [[DEAD, PUBLIC]] },
  'a port that is the usual one': { rest: ':443/' },
  'no path': { rest: '' },
  'a query': { rest: '/a.jpg?width=100&url=http%3A%2F%2F127.0.0.1%2F&x=/../@' },
  'an encoded path': { rest: '/a%20b/%E2%82%AC/%2e%2e/%2F.jpg' },
  'blanks and letters in its path': { rest: '/a b/ä €.jpg' },
  'an at sign in its path': { rest: '/@127.0.0.1/a.jpg' },
  'a colon in its path': { rest: '/http://127.0.0.1/' },
  'a fragment that looks like a host': { rest: '/#@127.0.0.1/' },
  'a fragment right behind': { rest: '#.127.0.0.1/' },
  'dots in its path': { rest: '/a/../b/./c.jpg' },
  'a path as long as may be': { rest: '/'.padEnd(1_900, 'a') },
  'a PNG': { bytes: png() },
  'a WebP': { bytes: webp() },
  'a JPEG of another kind': { bytes: Buffer.concat([Buffer.from('ffd8ffe1', 'hex'), Buffer.alloc(500, 1)]) },
  'a picture of 12 bytes': { bytes: jpeg(12) },
  'a picture one byte under 20 MB': { bytes: jpeg(MAX - 1) },
  'a picture of 20 MB in pieces': {
    bytes: webp(MAX),
    serve: (_, response) => void response.writeHead(200).end(webp(MAX)),
  },
  'a picture that comes byte by byte': {
    bytes: png(40),
    serve: async (_, response) => {
      response.writeHead(200)
      for (const byte of png(40))
        await new Promise<void>((sent) => response.write(Buffer.of(byte), () => sent()))
      response.end()
    },
  },
  'a picture until the connection ends': {
    bytes: jpeg(),
    serve: (_, { socket }) => {
      socket?.write('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n')
      socket?.end(jpeg())
    },
  },
  'a picture that is called a page': { serve: serveBytes(jpeg(), { 'content-type': 'text/html' }) },
  'a picture behind an early hint': {
    serve: (request, response) => {
      response.writeEarlyHints({ link: '</a.css>; rel=preload' })
      serveBytes(jpeg())(request, response)
    },
  },
  'a picture with cookies': {
    serve: serveBytes(jpeg(), { 'set-cookie': 'a=b; Domain=example', refresh: '0' }),
  },
}

const HOSTS = {
  'letters of another language': 'bücher.public.example',
  'another script': '例え.public.example',
  'letters that are written wide': 'ｗｉｄｅ.public.example',
  'capital letters': 'PICTURES-TOO.PUBLIC.EXAMPLE',
  'an encoded letter': 'enc%6fded.public.example',
  'an underscore': 'under_score.public.example',
  'digits and hyphens': '127-0-0-1.public.example',
  'an address in it': '127.0.0.1.nip.public.example',
}

export function listControls(): AddressCase[] {
  return [
    ...words(IPV4).map((host) => control(`the public address ${host}`, host)),
    ...words(IPV6).map((host) => control(`the public address ${host}`, `[${host}]`)),
    ...Object.entries(NAMES).map(([what, { rest = '/a.jpg', bytes = jpeg(), ...site }]) => {
      const name = `a name with ${what}`
      const host = hostFor(name)
      const sites = { [host]: { serve: serveBytes(bytes), ...site } }
      return { name, url: at(host + rest), ends: 'picture' as const, sites, bytes, questions: 1 }
    }),
    ...Object.entries(HOSTS).map(([what, host]) => ({
      ...control(`a host with ${what}`, host),
      sites: { [new URL(at(host)).hostname]: {} },
    })),
    ...[301, 302, 303, 307, 308].map((status) => redirected(`a ${status} to a public host`, 1, status)),
    ...[1, 2, 3].map((stops) => redirected(`a picture behind ${stops} redirects`, stops, 302)),
    ...['/b.jpg', 'b.jpg', '?b', '/ä €.jpg', `//${HOST}/b.jpg`, at(`${HOST}:443/b.jpg#c`)].map(relative),
  ]
}

const control = (name: string, host: string): AddressCase => ({
  name,
  url: at(`${host}/a.jpg`),
  ends: 'picture',
})

function redirected(name: string, stops: number, status: number): AddressCase {
  const host = (stop: number) => hostFor(`${name}, stop ${stop}`)
  const sites = Object.fromEntries(
    Array.from({ length: stops }, (_, stop) => [
      host(stop),
      { serve: redirectTo(at(`${host(stop + 1)}/a?b=c`), status) },
    ]),
  )
  return {
    name,
    url: at(`${host(0)}/`),
    ends: 'picture',
    sites: { ...sites, [host(stops)]: {} },
    questions: stops + 1,
  }
}

function relative(location: string): AddressCase {
  const name = `a redirect to ${location}`
  const serve: Site['serve'] = (request, response) =>
    (request.url === '/here/a.jpg' ? redirectTo(location) : serveBytes(jpeg()))(request, response)
  return {
    name,
    url: at(`${hostFor(name)}/here/a.jpg`),
    ends: 'picture',
    sites: { [hostFor(name)]: { serve }, [HOST]: {} },
  }
}
