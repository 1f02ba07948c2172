import { type AddressCase, at } from './address-case.ts'

/** Each denied range by its first address, one inside, and its last. */
const IPV4 = `
0.0.0.0 0.1.2.3 0.255.255.255
10.0.0.0 10.1.2.3 10.255.255.255
100.64.0.0 100.100.100.200 100.127.255.255
127.0.0.0 127.0.0.1 127.255.255.255
169.254.0.0 169.254.169.254 169.254.255.255
172.16.0.0 172.20.1.1 172.31.255.255
192.0.0.0 192.0.0.170 192.0.0.255
192.0.2.0 192.0.2.1 192.0.2.255
192.31.196.0 192.31.196.9 192.31.196.255
192.52.193.0 192.52.193.9 192.52.193.255
192.88.99.0 192.88.99.1 192.88.99.255
192.168.0.0 192.168.1.1 192.168.255.255
192.175.48.0 192.175.48.9 192.175.48.255
198.18.0.0 198.19.0.1 198.19.255.255
198.51.100.0 198.51.100.7 198.51.100.255
203.0.113.0 203.0.113.7 203.0.113.255
224.0.0.0 224.0.0.251 239.255.255.255
240.0.0.0 250.1.2.3 255.255.255.255`

const IPV6 = {
  'unspecified and loopback': ':: ::1 0:0:0:0:0:0:0:1 0000:0000:0000:0000:0000:0000:0000:0001',
  mapped: '::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:8.8.8.8',
  compatible: '::127.0.0.1 ::7f00:1 ::8.8.8.8',
  translated: '::ffff:0:127.0.0.1 64:ff9b::127.0.0.1 64:ff9b::a00:1 64:ff9b::8.8.8.8 64:ff9b:1::7f00:1',
  'discard and dummy': '100::1 100:0:0:1::1',
  'Teredo and its neighbours': '2001::1 2001:0:7f00:1::1 2001:2::1 2001:10::1 2001:20::1 2001:1ff:ffff::1',
  documentation: '2001:db8:: 2001:db8::1 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff 3fff::1 3fff:fff:ffff::1',
  '6to4': '2002:: 2002:7f00:1::1 2002:a00:1::1 2002:a9fe:a9fe::1 2002:808:808::1 2002:ffff:ffff::1',
  'direct delegation': '2620:4f:8000:: 2620:4f:8000::1 2620:4f:8000:ffff:ffff:ffff:ffff:ffff',
  ISATAP: '2a00::5efe:7f00:1 2a00::5efe:127.0.0.1 2606:4700:1:2:0:5efe:a00:1 2606:4700:1:2:200:5efe:a00:1',
  'below and above what is given out': '1:: 1fff:ffff::1 4000:: 5f00::1 8000::1',
  'unique local': 'fc00:: fd00::1 fd00:ec2::254 fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  'link and site local': 'fe80::1 fe80::5efe:7f00:1 febf:ffff::1 fec0::1 feff::1',
  multicast: 'ff00:: ff02::1 ff05::2 ff0e::1 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
}

export function listLiterals(): AddressCase[] {
  const ipv4 = IPV4.split(/\s+/).filter(Boolean)
  return [
    ...ipv4.map((host) => refused(`the denied address ${host}`, host)),
    ...Object.entries(IPV6).flatMap(([kind, hosts]) =>
      hosts.split(' ').map((host) => refused(`the ${kind} address ${host}`, `[${host}]`)),
    ),
  ]
}

const refused = (name: string, host: string): AddressCase => ({
  name,
  url: at(`${host}/a.jpg`),
  ends: 'not_public',
})
