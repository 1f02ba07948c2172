import type { UnusableKind } from '../../src/platform/fetching/index.ts'
import { type AddressCase, at, HOST } from './address-case.ts'

/** Other ways to write an address of this machine or of its network. */
const NUMBERS = [
  ...['2130706433', '0x7f000001', '017700000001', '0x7f.1', '0x7f.0.0.1', '0177.0.0.1', '0177.1', '127.1'],
  ...['127.0.1', '0x7f.0x0.0x0.0x1', '0', '0x0', '0.0', '00000.0.0.0', '127.0.0.1.', '0x7F.0.0.01'],
  ...['3232235777', '0xc0a80101', '0300.0250.1.1', '192.168.257', '10.1', '012.1.2.3', '2852039166'],
  ...['0xa9fea9fe', '0251.0376.0251.0376', '169.254.43518', '4294967295', '0xffffffff', '[::127.1.1.1]'],
]

/** Characters that a URL parser turns into digits and dots. */
const LETTERS = [
  ...['１２７.０.０.１', '127。0。0。1', '127．0．0．1', '127｡0｡0｡1', '①②⑦.⓪.⓪.①', '𝟏𝟐𝟕.𝟎.𝟎.𝟏', '𝟙𝟘.0.0.1'],
  ...['1\u00ad27.0.0.1', '127\u200b.0.0.1', '%31%32%37.0.0.1', '%31%30.0.0.1', '127%2e0%2e0%2e1'],
  ...['0x%37f.1', '%EF%BC%91%EF%BC%90.0.0.1', '１６９。２５４。１６９。２５４', '0x7f。1'],
]

const MALFORMED: Record<string, string> = {
  'no text': '',
  'only blanks': '   ',
  'no scheme': HOST,
  'no host': at(''),
  'no host but a path': at('?a'),
  'a user name': at(`me@${HOST}/`),
  'a user name and a password': at(`me:secret@${HOST}/`),
  'a password alone': at(`:secret@${HOST}/`),
  'a host as a user name': at(`${HOST}@127.0.0.1/`),
  'a host with its port as a user name': at(`${HOST}:443@127.0.0.1/`),
  'two at signs': at(`${HOST}@${HOST}@127.0.0.1/`),
  'an at sign in the user name': at(`a%40b@${HOST}/`),
  'a backslash before an at sign': at(`${HOST}\\@127.0.0.1/`),
  'a backslash behind the host': at(`127.0.0.1\\.${HOST}/`),
  'backslashes for slashes': `https:\\\\127.0.0.1\\a.jpg`,
  'a backslash in the path': at(`${HOST}/a\\..\\b`),
  'a tab in the host': at('127.0\t.0.1/'),
  'a line feed in the host': at('127.0.0\n.1/'),
  'a line feed in the scheme': 'ht\ntps://127.0.0.1/',
  'a second request in the path': at(`${HOST}/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`),
  'a leading control character': `\u0001${at('127.0.0.1/')}`,
  'a zero byte in the host': at(`127.0.0.1\u0000.${HOST}/`),
  'an encoded zero byte in the host': at(`127.0.0.1%00.${HOST}/`),
  'an encoded slash in the host': at(`127.0.0.1%2f.${HOST}/`),
  'an encoded at sign in the host': at(`${HOST}%40127.0.0.1/`),
  'an encoded hash in the host': at(`127.0.0.1%23.${HOST}/`),
  'a blank in the host': at(`127.0.0.1 .${HOST}/`),
  'a zone': at('[fe80::1%25eth0]/'),
  'a bare zone': at('[fe80::1%eth0]/'),
  'a zone at a public address': at('[2606:4700::1111%25lo]/'),
  'a bracket left open': at('[::1/'),
  'two brackets': at('[[::1]]/'),
  'IPv6 without brackets': at('::1/'),
  'five numbers': at('127.0.0.0.1/'),
  'a number too large': at('256.256.256.256/'),
  'a number past 32 bits': at('4294967296/'),
  'a negative number': at('-1/'),
  'digits that end a name': at('public.example.1/'),
  'a name without a dot': at('localhost/'),
  'a name of the cluster': at('metadata/'),
  'a name in other letters': at('ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/'),
  'a name with a dot at the end': at(`${HOST}./`),
  'a local name with a dot at the end': at('localhost./'),
  'a dot alone': at('./'),
  'a host of 254 characters': at(`${'a.'.repeat(120)}public.example/`.slice(-255)),
  'a URL of 2049 characters': at(`${HOST}/`).padEnd(2049, 'a'),
  'a URL of a megabyte': at(`${HOST}/`).padEnd(1_000_000, 'a'),
  'port 80': at(`${HOST}:80/`),
  'port 22': at(`${HOST}:22/`),
  'port 8443': at(`${HOST}:8443/`),
  'port 0': at(`${HOST}:0/`),
  'port 65536': at(`${HOST}:65536/`),
  'a port that is no number': at(`${HOST}:https/`),
  'http to a public host': `http://${HOST}/`,
  'http on port 443': `http://${HOST}:443/`,
  ftp: `ftp://${HOST}/a.jpg`,
  file: 'file:///etc/hostname',
  'file with a host': `file://${HOST}/a.jpg`,
  data: 'data:image/png;base64,iVBORw0KGgo=',
  gopher: 'gopher://127.0.0.1:6379/_INFO',
  dict: 'dict://127.0.0.1:11211/stats',
  ws: `ws://${HOST}/`,
  wss: `wss://${HOST}/`,
  blob: `blob:${at(HOST)}/1`,
  javascript: 'javascript:alert(1)',
  unix: 'unix:/run/docker.sock',
  'https within another scheme': `view-source:${at(HOST)}/`,
  'a relative address': '/a.jpg',
  'an address without a scheme': `//${HOST}/a.jpg`,
}

const NOT_PUBLIC: Record<string, string> = {
  'one slash': 'https:/127.0.0.1/',
  'no slashes': 'https:127.0.0.1/',
  'four slashes': 'https:////127.0.0.1/',
  'blanks around': `  ${at('127.0.0.1/')}  `,
  'capital letters': 'HTTPS://127.0.0.1/',
  'an empty user name': at('@127.0.0.1/'),
  'port 443 said aloud': at('127.0.0.1:443/'),
  'a port with zeros': at('127.0.0.1:000443/'),
  'an empty port': at('127.0.0.1:/'),
  'a public host as a query': at(`127.0.0.1?@${HOST}/`),
  'a public host as a fragment': at(`127.0.0.1#@${HOST}/`),
  'a public host as a path': at(`127.0.0.1/@${HOST}/`),
  'IPv6 in capital letters': at('[::FFFF:7F00:1]/'),
  'a name that does not exist': at('nobody.public.example/'),
  'a name of the machine': at('localhost.localdomain/'),
}

/** The canary's own port is tried too: a fetch that bypassed the rules would reach it there. */
export function listTricks(canaryPort: number): AddressCase[] {
  const canary = ['127.0.0.1', '[::1]', 'localhost.localdomain', '2130706433'].map(
    (host) => `${host}:${canaryPort}`,
  )
  const literal = (text: string) => refusal(`the address written as ${text}`, at(`${text}/`), 'not_public')
  const listed = (cases: Record<string, string>, ends: UnusableKind) =>
    Object.entries(cases).map(([name, url]) => refusal(`a URL with ${name}`, url, ends))
  return [
    ...[...NUMBERS, ...LETTERS].map(literal),
    ...listed(MALFORMED, 'malformed'),
    ...listed(NOT_PUBLIC, 'not_public'),
    ...canary.map((host) => refusal(`the canary at ${host}, by https`, at(`${host}/`), 'malformed')),
    ...canary.map((host) => refusal(`the canary at ${host}, by http`, `http://${host}/`, 'malformed')),
  ]
}

const refusal = (name: string, url: string, ends: UnusableKind): AddressCase => ({ name, url, ends })
