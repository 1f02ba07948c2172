import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { runProgram, startProgram } from './run-program.ts'
import type { Network } from './start-container.ts'

const SUBNET = '172.30.86'

/** A network without a way out, in which each service has an address of the subnet of the proxy. */
export async function openNetwork(names: string[], hosts: string, log: string): Promise<Network> {
  const addresses = names.map((name, index) => ({ name, address: `${SUBNET}.${index + 10}` }))
  const lines = [
    'ip link set lo up',
    ...addresses.map(({ address }) => `ip address add ${address}/24 dev lo`),
    // As engines do it in containers: ordinary users may listen on 80 and 443.
    'echo 0 >/proc/sys/net/ipv4/ip_unprivileged_port_start',
    'exec sleep infinity',
  ]
  const { pid } = startProgram({ words: ['unshare', '--net', 'sh', '-ec', lines.join('\n')], log })
  const addressOf = new Map(addresses.map(({ name, address }) => [name, address]))
  await writeFile(
    hosts,
    ['127.0.0.1 localhost', ...addresses.map(({ name, address }) => `${address} ${name}`), ''].join('\n'),
  )
  const last = addresses.at(-1)?.address ?? ''
  const look = [
    'nsenter',
    `--net=/proc/${pid}/ns/net`,
    'sh',
    '-c',
    `ip address show dev lo | grep -q ${last}/`,
  ]
  for (let tries = 0; ; tries++) {
    await sleep(100)
    const isOpen = await runProgram({ words: look, log }).then(
      () => true,
      () => false,
    )
    if (isOpen) return { pid, hosts, addressOf }
    if (tries > 50) throw new Error(`the network does not open; ${log}`)
  }
}
