import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'

export const CHART = join(import.meta.dirname, '..', '..', '..', 'deploy', 'chart')

type Env = { name: string; value?: string; valueFrom?: unknown }
export type PodContainer = {
  name: string
  image: string
  args?: string[]
  env?: Env[]
  ports?: { name: string; containerPort: number }[]
  securityContext?: Record<string, unknown>
  resources?: { requests?: unknown; limits?: unknown }
  volumeMounts?: { name: string; mountPath: string }[]
  [probe: `${string}Probe`]: unknown
}
export type Pod = {
  containers: PodContainer[]
  securityContext: Record<string, unknown>
  automountServiceAccountToken: boolean
  topologySpreadConstraints?: { topologyKey: string }[]
  volumes?: { name: string; secret?: { secretName: string; items: { key: string }[] } }[]
}
export type Manifest = {
  kind: string
  metadata: { name: string; annotations?: Record<string, string> }
  data?: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: the schemas of Kubernetes check the form
  spec: any
}

/** The text of the chart as Helm renders it, for these values on top of the example. */
export function renderText(...values: string[]): string {
  const set = values.flatMap((value) => ['--set', value])
  const args = ['template', 'atelier', CHART, '--values', join(CHART, 'example-values.yaml'), ...set]
  return execFileSync('helm', args, { encoding: 'utf8', maxBuffer: 1e7 })
}

export function render(...values: string[]): Manifest[] {
  const documents = parseAllDocuments(renderText(...values))
  return [...documents]
    .map((one) => one.toJS() as Manifest | null)
    .filter((one): one is Manifest => one !== null)
}

/** What Helm says of an installation without a value. */
export const renderWithout = (value: string): string =>
  spawnSync(
    'helm',
    ['template', 'x', CHART, '--values', join(CHART, 'example-values.yaml'), '--set', `${value}=`],
    {
      encoding: 'utf8',
    },
  ).stderr

export const podOf = ({ spec }: Manifest): Pod => spec.template.spec as Pod

export const environmentOf = (pod: Pod): Record<string, string> =>
  Object.fromEntries((pod.containers[0]?.env ?? []).map(({ name, value = '' }) => [name, value]))
