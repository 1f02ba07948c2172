import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { installationCommands } from '../../src/edge/installation/index.ts'
import { readConfig, settings } from '../../src/platform/config/index.ts'
import {
  CHART,
  environmentOf,
  type Manifest,
  podOf,
  render,
  renderText,
  renderWithout,
} from './render-chart.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const OURS = ['api', 'worker', 'signer', 'migrate']
const WITH_PODS = ['Deployment', 'StatefulSet', 'Job']
/** The oldest release of Kubernetes that Chart.yaml allows, and the newest with schemas. */
const RELEASES = ['1.30', '1.37']

const dir = mkdtempSync(join(tmpdir(), 'atelier-chart-'))
const secrets = join(dir, 'secrets')
let manifests: Manifest[] = []

beforeAll(async () => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const command = installationCommands.find(({ name }) => name === 'new-installation')
  await command?.run([secrets, '--public-url', 'https://atelier.example.com'])
  print.mockRestore()
  manifests = render()
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const withPods = (all = manifests) => all.filter(({ kind }) => WITH_PODS.includes(kind))
const find = (kind: string, name: string, all = manifests): Manifest => {
  const found = all.find((one) => one.kind === kind && one.metadata.name === `atelier-${name}`)
  if (!found) throw new Error(`no ${kind} atelier-${name}`)
  return found
}
const podNamed = (name: string, all = manifests) => {
  const found = withPods(all).find(({ metadata }) => metadata.name === `atelier-${name}`)
  if (!found) throw new Error(`no pods atelier-${name}`)
  return podOf(found)
}

describe('the rendered chart', () => {
  test.each(RELEASES)(
    'every manifest fits the schemas of Kubernetes %s, with all parts and with few',
    (release) => {
      const file = join(dir, `all-${release}.yaml`)
      const few = ['engine.enabled=false', 'engine.ingressUrl=http://e:8080', 'engine.adminUrl=http://e:9070']
      const all = [
        'autoscaling.api.enabled=true',
        'autoscaling.worker.enabled=true',
        'engine.disk.storageClass=fast',
      ]
      const text = [
        renderText(...all),
        renderText(...few, 'signer.enabled=false', 'ingress.enabled=false'),
      ].join('\n')
      writeFileSync(file, text)
      const { status, stdout, stderr } = spawnSync('kubernetes-validate', ['-k', release, '--strict', file], {
        encoding: 'utf8',
      })
      const lines = `${stdout}${stderr}`.split('\n')
      expect(lines.filter((line) => line !== '' && !line.includes(' passed for resource '))).toEqual([])
      expect(status).toBe(0)
      expect(lines.length).toBeGreaterThan(40)
    },
  )

  test('Helm finds nothing to complain of', () => {
    const args = ['lint', '--strict', CHART, '--values', join(CHART, 'example-values.yaml')]
    expect(execFileSync('helm', args, { encoding: 'utf8' })).toContain('0 chart(s) failed')
  })

  test('what must be set is asked for by its name', () => {
    for (const name of [
      'host',
      'image.tag',
      'database.host',
      'storage.bucket',
      'api.trustProxy',
      'pooler.image',
    ])
      expect(renderWithout(name)).toContain(`set ${name}`)
  })

  test('the versions are those that are tested', () => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, '.ci/tools/package.json'), 'utf8'))
    const image = podNamed('engine').containers[0]?.image
    expect(image).toBe(`restatedev/restate:${dependencies['@restatedev/restate-server']}`)
  })
})

describe('settings and secrets', () => {
  test('every variable of a process is a setting', () => {
    for (const name of OURS) {
      const names = Object.keys(environmentOf(podNamed(name)))
      expect(names.filter((one) => !(one in settings))).toEqual([])
    }
    expect(Object.keys(environmentOf(podNamed('worker'))).length).toBeGreaterThan(12)
  })

  test('with the files of new-installation, api and worker have a configuration', () => {
    const configOf = (name: string) =>
      readConfig({
        ...parseEnv(readFileSync(join(secrets, `${name}.env`), 'utf8')),
        ...environmentOf(podNamed(name)),
      })
    expect(configOf('api')).toMatchObject({
      publicUrl: 'https://atelier.example.com',
      trustProxy: '10.244.0.0/16',
      engine: { ingressUrl: 'http://atelier-engine:8080', adminUrl: 'http://atelier-engine:9070' },
      retentionDays: 90,
    })
    expect(configOf('worker').worker).toMatchObject({ url: 'http://atelier-workers:4180', healthPort: 4181 })
  })

  test('secrets are files, and each pod has those of its process alone', () => {
    const filesOf = (name: string) =>
      (podNamed(name).volumes ?? []).flatMap(({ secret }) => secret?.items.map(({ key }) => key) ?? [])
    expect(
      Object.fromEntries([...OURS, 'pooler', 'engine', 'workers'].map((name) => [name, filesOf(name)])),
    ).toEqual({
      api: ['api.env'],
      worker: ['worker.env', 'provider-keys.env', 'smtp-password'],
      signer: ['signer.env', 'signing-key.pem'],
      migrate: ['migrate.env'],
      pooler: ['userlist.txt'],
      engine: ['engine-key.pem'],
      workers: [],
    })
    const env = withPods().flatMap((one) => podOf(one).containers.flatMap(({ env: list = [] }) => list))
    expect(env.filter(({ valueFrom }) => valueFrom !== undefined)).toEqual([])
    const made = ['api.env', 'worker.env', 'signer.env', 'migrate.env', 'userlist.txt', 'engine-key.pem']
    expect(made.filter((file) => !existsSync(join(secrets, file)))).toEqual([])
  })

  test('every file of ours that a pod starts exists, and its folder of secrets is mounted', () => {
    for (const name of OURS) {
      const [container] = podNamed(name).containers
      const mounts = container?.volumeMounts?.map(({ mountPath }) => mountPath) ?? []
      const args = container?.args ?? []
      const scripts = args.filter((one) => one.endsWith('.ts'))
      expect(scripts).toHaveLength(1)
      expect(scripts.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
      const files = args.filter((one) => one.startsWith('--env-file')).map((one) => one.split('=')[1] ?? '')
      expect(files.filter((path) => !mounts.includes(path.replace(/\/[^/]*$/, '')))).toEqual([])
    }
  })
})

describe('the network', () => {
  type Peer = { podSelector?: { matchLabels: Record<string, string> }; namespaceSelector?: unknown }
  const componentOf = (peer?: Peer) =>
    peer?.podSelector?.matchLabels['app.kubernetes.io/component'] ?? 'outside'

  /** Which components may open connections to a port of a component. */
  function callersOf(name: string, port: number): string[] {
    const policies = manifests.filter(
      ({ kind, spec }) => kind === 'NetworkPolicy' && spec.ingress !== undefined,
    )
    return policies
      .filter(({ spec }) => componentOf(spec) === name)
      .flatMap(({ spec }) => spec.ingress as { from: Peer[]; ports: { port: number }[] }[])
      .filter(({ ports }) => ports.some((one) => one.port === port))
      .flatMap(({ from }) => from.map(componentOf))
  }

  test('everything is closed but what is opened', () => {
    const closed = find('NetworkPolicy', 'closed').spec
    expect(closed).toMatchObject({
      policyTypes: ['Ingress'],
      podSelector: { matchLabels: expect.anything() },
    })
    expect(closed.podSelector.matchLabels).not.toHaveProperty('app.kubernetes.io/component')
    expect(closed.ingress).toBeUndefined()
  })

  test('the ports of the engine are reached by api and worker alone, and it calls the workers alone', () => {
    expect(callersOf('engine', 8080)).toEqual(['api', 'worker'])
    expect(callersOf('engine', 9070)).toEqual(['api', 'worker'])
    expect(callersOf('workers', 4180)).toEqual(['engine', 'worker'])
    expect(callersOf('worker', 4180)).toEqual(['workers', 'worker'])
    expect(callersOf('api', 4100)).toEqual(['outside'])
    const out = find('NetworkPolicy', 'engine-out').spec
    expect(out.policyTypes).toEqual(['Egress'])
    expect(out.egress.flatMap(({ to = [] }: { to?: Peer[] }) => to.map(componentOf))).toEqual(['workers'])
  })

  test('what processes measure is read by the collector alone, or not at all', () => {
    for (const name of ['api', 'worker', 'signer']) expect(callersOf(name, 4191)).toEqual(['outside'])
    expect(JSON.stringify(render('metrics.enabled=false'))).not.toMatch(/4191|METRICS|prometheus/)
  })

  test('nothing but the api is published', () => {
    const services = manifests.filter(({ kind }) => kind === 'Service')
    expect(services.filter(({ spec }) => !['ClusterIP', undefined].includes(spec.type))).toEqual([])
    const ingresses = manifests.filter(({ kind }) => kind === 'Ingress')
    expect(JSON.stringify(ingresses.map(({ spec }) => spec.rules)).match(/"name":"atelier-\w+"/g)).toEqual([
      '"name":"atelier-api"',
    ])
  })

  test('the configuration of the balancer is one that HAProxy takes', () => {
    const file = join(dir, 'haproxy.cfg')
    writeFileSync(file, find('ConfigMap', 'workers').data?.['haproxy.cfg'] ?? '')
    const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }
    const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8', env })
    expect(stderr.split('\n').filter((line) => /ALERT|WARNING/.test(line))).toEqual([])
    expect(status).toBe(0)
  })

  test('the pooler has the settings that are tested, and all of them together not more connections', () => {
    const linesOf = (text: string) =>
      text.split('\n').filter((line) => / = /.test(line) && !line.startsWith('atelier'))
    const varying = /^(?:auth_file|default_pool_size|max_db_connections)/
    const compose = linesOf(readFileSync(join(ROOT, 'deploy/compose/pgbouncer.ini'), 'utf8'))
    const chart = linesOf(find('ConfigMap', 'pooler').data?.['pgbouncer.ini'] ?? '')
    expect(chart.filter((line) => !varying.test(line))).toEqual(compose.filter((line) => !varying.test(line)))
    expect(chart).toContain('max_db_connections = 30')
    expect(find('Deployment', 'pooler').spec.replicas).toBe(2)
  })
})

describe('pods', () => {
  test('none is root, can write its root, has a token of the cluster, or lacks limits of memory', () => {
    for (const manifest of withPods()) {
      const pod = podOf(manifest)
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true },
      })
      for (const container of pod.containers)
        expect(container).toMatchObject({
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          resources: { requests: expect.anything(), limits: { memory: expect.anything() } },
        })
    }
  })

  test('what serves is asked whether it is ready and whether it lives', () => {
    for (const name of ['api', 'worker', 'workers', 'pooler', 'engine']) {
      const [container] = podNamed(name).containers
      expect(container).toMatchObject({ readinessProbe: expect.anything(), livenessProbe: expect.anything() })
      const ports = container?.ports?.map((one) => one.name) ?? []
      const asked = JSON.stringify([container?.readinessProbe, container?.livenessProbe]).matchAll(
        /"port":"(\w+)"/g,
      )
      for (const [, port = ''] of asked) expect(ports).toContain(port)
    }
  })

  test('what exists several times is spread, and is drained one by one', () => {
    for (const name of ['api', 'worker', 'workers', 'pooler']) {
      const { spec } = find('Deployment', name)
      expect(spec.replicas).toBeGreaterThan(1)
      expect(find('PodDisruptionBudget', name).spec).toMatchObject({
        maxUnavailable: 1,
        selector: spec.selector,
      })
      const keys = podNamed(name).topologySpreadConstraints?.map(({ topologyKey }) => topologyKey)
      expect(keys).toEqual(['kubernetes.io/hostname', 'topology.kubernetes.io/zone'])
    }
  })

  test('workers follow the age of the oldest job; then nobody else says how many there are', () => {
    const scaled = render('autoscaling.worker.enabled=true', 'autoscaling.api.enabled=true')
    expect(find('HorizontalPodAutoscaler', 'worker', scaled).spec).toMatchObject({
      scaleTargetRef: { kind: 'Deployment', name: 'atelier-worker' },
      metrics: [{ type: 'External', external: { metric: { name: 'atelier_jobs_oldest_age_seconds' } } }],
    })
    for (const name of ['api', 'worker'])
      expect(find('Deployment', name, scaled).spec.replicas).toBeUndefined()
    expect(manifests.filter(({ kind }) => kind === 'HorizontalPodAutoscaler')).toEqual([])
  })

  test('a release migrates before its pods start', () => {
    const { annotations } = find('Job', 'migrate').metadata
    expect(annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' })
  })

  test('an engine of your own takes the place of the chart’s', () => {
    const addresses = ['engine.ingressUrl=http://e:8080', 'engine.adminUrl=http://e:9070']
    const own = render('engine.enabled=false', ...addresses)
    expect(JSON.stringify(own)).not.toContain('atelier-engine')
    expect(environmentOf(podNamed('api', own))).toMatchObject({ ENGINE_ADMIN_URL: 'http://e:9070' })
  })
})
