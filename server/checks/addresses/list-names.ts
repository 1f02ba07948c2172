import type { UnusableKind } from '../../src/platform/fetching/index.ts'
import {
  type AddressCase,
  type Answer,
  at,
  DEAD,
  ELSEWHERE,
  HOLE,
  hostFor,
  PLAIN,
  PUBLIC,
  PUBLIC_TOO,
  SILENT,
  SLAM,
  UNTRUSTED,
} from './address-case.ts'

/** Records of names. Each entry is one name with these records. */
const RECORDS: Record<string, string[]> = {
  'this machine': ['127.0.0.1'],
  'this machine by IPv6': ['::1'],
  'a private network': ['10.0.0.1'],
  'a home network': ['192.168.0.1'],
  'a container network': ['172.17.0.1'],
  'the cloud’s metadata': ['169.254.169.254'],
  'the cloud’s metadata by IPv6': ['fd00:ec2::254'],
  'a carrier’s network': ['100.64.0.1'],
  'no address at all': ['0.0.0.0'],
  broadcast: ['255.255.255.255'],
  'a mapped address': ['::ffff:127.0.0.1'],
  'a mapped public address': [`::ffff:${PUBLIC}`],
  'a NAT64 address': ['64:ff9b::7f00:1'],
  'a 6to4 address': ['2002:7f00:1::1'],
  'an ISATAP address': ['2a00::5efe:7f00:1'],
  'a link-local address with a zone': ['fe80::1%lo'],
  'a public address with a zone': ['2606:4700::1111%lo'],
  'a public and a private address': [PUBLIC, '10.0.0.1'],
  'a private and a public address': ['10.0.0.1', PUBLIC],
  'a public address and a private one by IPv6': [PUBLIC, 'fd00::1'],
  'public addresses and a mapped one': [PUBLIC, PUBLIC_TOO, '::ffff:127.0.0.1'],
  'a private address behind 200 public ones': [...Array<string>(200).fill(PUBLIC), '127.0.0.1'],
  'no records': [],
  'an address with zeros': ['0127.0.0.1'],
  'an address as a number': ['2130706433'],
  'an address in brackets': ['[::1]'],
  'a name for an address': ['localhost'],
  'an empty address': [''],
}

const FAILURES: Record<string, [code: string, ends: UnusableKind]> = {
  'does not exist': ['ENOTFOUND', 'not_public'],
  'has no addresses': ['ENODATA', 'not_public'],
  'is refused by its server': ['EREFUSED', 'not_public'],
  'leads through too long a chain of names': ['ESERVFAIL', 'not_public'],
  'cannot be asked for now': ['EAI_AGAIN', 'unreachable'],
}

/** Public addresses with something wrong behind them. */
const SERVERS: Record<string, [address: string, ends: UnusableKind]> = {
  'does not listen at': [DEAD, 'unreachable'],
  'swallows every packet at': [HOLE, 'too_slow'],
  'never says a word at': [SILENT, 'too_slow'],
  'speaks no TLS at': [PLAIN, 'insecure'],
  'hangs up after the handshake at': [SLAM, 'broken'],
  'shows an untrusted certificate at': [UNTRUSTED, 'insecure'],
  'is elsewhere than it should be, when connected to,': [ELSEWHERE, 'not_public'],
}

export function listNames(): AddressCase[] {
  const records = Object.entries(RECORDS).map(([what, answer]) =>
    one(`a name that leads to ${what}`, [answer], 'not_public'),
  )
  const failures = Object.entries(FAILURES).map(([what, [code, ends]]) =>
    one(`a name that ${what}`, [Object.assign(new Error(`${code} 10.0.0.53`), { code })], ends),
  )
  const servers = Object.entries(SERVERS).map(([what, [address, ends]]) => ({
    ...one(`a server that ${what} its address`, [[address]], ends),
    ...(ends === 'too_slow' && { options: { limits: { connectMs: 250 } } }),
  }))
  return [
    ...records,
    ...failures,
    ...servers,
    {
      ...one('a name whose server never answers', ['never'], 'too_slow'),
      options: { limits: { connectMs: 250 } },
    },
    one('a name that turns private once it is checked', [[PUBLIC], ['127.0.0.1']], 'picture'),
    one('a name that turns private by IPv6 once it is checked', [[PUBLIC_TOO], ['::1']], 'picture'),
    {
      ...one('a name that is ours', [['8.8.8.8']], 'not_public'),
      options: { alsoDenied: ['8.8.8.8', '2606:4700::/32'] },
    },
    {
      ...one('a name in a range that is ours', [[PUBLIC_TOO]], 'not_public'),
      options: { alsoDenied: ['8.8.8.8', '2606:4700::/32'] },
    },
    {
      name: 'an address that is ours',
      url: at('8.8.8.8/'),
      ends: 'not_public',
      options: { alsoDenied: ['8.8.8.0/24'] },
    },
    {
      name: 'a name that its certificate does not have',
      url: at('pictures.elsewhere.example/'),
      ends: 'insecure',
      sites: { 'pictures.elsewhere.example': {} },
    },
    {
      name: 'a name too deep for its certificate',
      url: at('far.too.deep.public.example/'),
      ends: 'insecure',
      sites: { 'far.too.deep.public.example': {} },
    },
    { name: 'an address that its certificate does not have', url: at(`${UNTRUSTED}/`), ends: 'insecure' },
  ]
}

function one(name: string, answers: Answer[], ends: AddressCase['ends']): AddressCase {
  const host = hostFor(name)
  return { name, url: at(`${host}/`), ends, sites: { [host]: { answers } }, questions: 1 }
}
