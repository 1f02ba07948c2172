import { isRecord, type Reply } from '../core/index.ts'
import { findIssues, type Issue, type Shape } from './find-issues.ts'
import { type Endpoint, type Model, models } from './models.ts'
import { refuseInput, refuseIssues } from './refuse.ts'

/** A request that keeps all rules that can be seen without fetching anything. */
export interface Order {
  kind: 'image' | 'video'
  model: string
  prompt: string
  n: number
  width: number
  height: number
  durationSeconds: number
  references: Reference[]
  /** What the task costs when it succeeds. */
  credits: number
  /** The most it can cost before the margin of the estimate. */
  creditsMax: number
}

export interface Reference {
  /** The place in the request, such as `references[0].uri`: complaints name it. */
  field: string
  uri: string
}

type Body = Record<string, unknown>

export function readOrder(endpoint: Endpoint, body: unknown): Order | Reply {
  if (!isRecord(body)) return refuseInput('The body is not a JSON object.')
  const known = Object.keys(models).filter((name) => models[name]?.shapes[endpoint])
  const model = typeof body.model === 'string' && known.includes(body.model) ? models[body.model] : undefined
  const fields = model?.shapes[endpoint]
  const name: Shape = { is: 'one of', values: known }
  if (!model || !fields) return refuseIssues(findIssues(name, body.model, ['model']))
  const shape: Shape = {
    is: 'object',
    required: { model: name, ...fields.required },
    optional: fields.optional,
  }
  const issues = findIssues(shape, body)
  if (issues.length > 0) return refuseIssues(issues)
  const conflicts = findConflicts(body)
  return conflicts.length > 0 ? refuseIssues(conflicts) : toOrder(model, body)
}

/** Fields that are right alone and wrong together. */
function findConflicts({ promptImage, referenceImages, references, resolution }: Body): Issue[] {
  const issues: Issue[] = []
  const complain = (field: string, message: string) => issues.push({ code: 'custom', path: [field], message })
  const positions = listOf(promptImage).flatMap(({ position }) => position ?? [])
  if (positions.length > 0 && positions.length < listOf(promptImage).length)
    complain('promptImage', 'Keyframes (with position) and references (without) cannot be mixed')
  if (hasTwice(positions)) complain('promptImage', 'Each position can be used once')
  if (hasTwice(listOf(referenceImages).flatMap(({ tag }) => tag ?? [])))
    complain('referenceImages', 'Tags must be unique')
  if (resolution === '1080p' && listOf(references).length > 0)
    complain('resolution', 'With references the resolution is at most 720p')
  return issues
}

const listOf = (value: unknown): Body[] => (Array.isArray(value) ? value.filter(isRecord) : [])
const hasTwice = (values: unknown[]): boolean => new Set(values).size < values.length

function toOrder(model: Model, body: Body): Order {
  const { usual, kind } = model
  const ratio = typeof body.ratio === 'string' && body.ratio !== 'auto' ? body.ratio : usual.ratio
  const resolution = model.resolutions[ratio] ?? String(body.resolution ?? '720p')
  const references = readReferences(body)
  const n = typeof body.outputCount === 'number' ? body.outputCount : 1
  const durationSeconds = typeof body.duration === 'number' ? body.duration : usual.duration
  const perPicture = (model.credits[String(body.quality ?? 'high')] ?? 0) + references.length
  const perSecond = model.credits[resolution] ?? 0
  const priceOf = (seconds: number) => (kind === 'image' ? n * perPicture : seconds * perSecond)
  return {
    kind,
    model: String(body.model),
    prompt: typeof body.promptText === 'string' ? body.promptText : '',
    n,
    ...readPixels(ratio, resolution),
    durationSeconds,
    references,
    credits: priceOf(durationSeconds),
    creditsMax: priceOf(body.duration === 'auto' ? model.durationMax : durationSeconds),
  }
}

function readReferences(body: Body): Reference[] {
  if (typeof body.promptImage === 'string') return [{ field: 'promptImage', uri: body.promptImage }]
  return ['promptImage', 'references', 'referenceImages'].flatMap((name) =>
    listOf(body[name]).map(({ uri }, index) => ({ field: `${name}[${index}].uri`, uri: String(uri) })),
  )
}

/** `1280:720` is a size in pixels, `16:9` an aspect whose short side the resolution gives. */
function readPixels(ratio: string, resolution: string): { width: number; height: number } {
  const [width = 1, height = 1] = ratio.split(':').map(Number)
  if (Math.min(width, height) > 100) return { width, height }
  const factor = Number.parseInt(resolution, 10) / Math.min(width, height)
  return { width: Math.round(width * factor), height: Math.round(height * factor) }
}
