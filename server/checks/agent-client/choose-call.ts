import type { Random } from '../../harness/random/index.ts'
import type { Intent } from './call-record.ts'
import type { ToolName } from './plan-calls.ts'

/** What one agent has, as far as it knows. */
export type Belongings = {
  products: string[]
  ceps: string[]
  characters: string[]
  /** Media that it knows, newest last. */
  media: string[]
  completed: string[]
  picture: string
}

export type Choice = { tool: ToolName; args: Record<string, unknown>; intent?: Intent }

const MODELS = ['ok', 'ok', 'ok', 'ok', 'ok', 'slow', 'fail', 'moderated', 'refuse', 'partial', 'lost-reply']
/** The share of calls that the service or the client must refuse. */
const WRONG_SHARE = 0.05
const OWN_REF_SHARE = 0.4

/** `name` belongs to this call alone: what it writes can be identified in the database. */
export function chooseCall(tool: ToolName, name: string, own: Belongings, random: Random): Choice {
  if (random.next() < WRONG_SHARE) return { tool, args: random.pick(wrongArguments) }
  const product_id = random.pick(own.products.slice(-3))
  const media_id = random.pick(own.media.slice(-6))
  const completed = random.pick(own.completed)
  const free: Partial<Record<ToolName, () => Record<string, unknown>>> = {
    get_media: () =>
      random.next() < 0.2 ? { media_ids: [...new Set([media_id, ...own.media.slice(-4)])] } : { media_id },
    list_media: () =>
      random.pick<object>([
        {},
        { type: 'image', limit: 3 },
        { status: 'completed' },
        { product_id },
      ]) as Record<string, unknown>,
    download_media: () => ({ media_id: completed }),
    attach_media: () => ({ product_id, generated_media_id: completed }),
    create_product: () => ({ name }),
    get_product: () => ({ product_id }),
    rename_product: () => ({ product_id: own.products[0], name: `renamed by ${name}` }),
    add_product_reference: () => ({
      product_id,
      label: name,
      ...(random.next() < 0.5 ? { file_path: own.picture } : { media_asset_id: completed }),
    }),
    list_product_photos: () => ({ product_id }),
    create_cep: () => ({ cep_text: name, product_id, angle: 'warm for hours' }),
    list_ceps: () => ({ product_id }),
    delete_cep: () => ({ cep_id: own.ceps.length > 1 ? (own.ceps.shift() as string) : own.ceps[0] }),
    get_platform_marketing_guide: () => ({ section: random.pick(['A', 'B', 'C', 'D']) }),
    search_knowledge: () => ({ q: 'a warm mug' }),
  }
  if (tool !== 'generate_image' && tool !== 'generate_video') return { tool, args: free[tool]?.() ?? {} }
  const prompt = `a red mug on a wooden table, ${name}`
  const args: Record<string, unknown> = {
    prompt,
    model: `simulator/${random.pick(MODELS)}`,
    ...(random.next() < OWN_REF_SHARE && { client_ref: `agent ${name}` }),
    ...(random.next() < 0.3 && { product_id }),
    ...(random.next() < 0.2 && { character_id: random.pick(own.characters) }),
  }
  if (tool === 'generate_image' && random.next() < 0.2) args.n = 2
  if (tool === 'generate_video') args.duration_seconds = 6
  if (tool === 'generate_video' && random.next() < 0.4) {
    delete args.product_id
    delete args.character_id
    args.file_path = own.picture
  }
  return { tool, args, intent: { prompt, tool, args, tries: 0 } }
}

const nowhere = 'zzzzzzzzzzzzzzzzzzzzzzzzz'

const wrongArguments: Record<string, unknown>[] = [
  { prompt: 7, limit: 'many', product_id: null, media_id: {}, name: [], cep_id: 4, q: 5, section: 'Z' },
  { media_id: nowhere, product_id: nowhere, cep_id: nowhere, cep_text: 'x', label: 'x', file_path: nowhere },
  { media_id: '../../etc/passwd', product_id: 'a b/c?d=e#f', cep_id: '%2e%2e', generated_media_id: '' },
  { no_such_argument: true, limit: -1, cursor: 'x', q: '' },
  { prompt: '', n: 3, size: '9:9', name: '', cep_text: '', media_ids: [] },
]
