import type { Fields, Shape } from './find-issues.ts'

/** The routes that buy. */
export type Endpoint = 'text_to_image' | 'text_to_video' | 'image_to_video'

export interface Model {
  kind: 'image' | 'video'
  /** The fields of each route that takes the model. */
  shapes: Partial<Record<Endpoint, { required: Fields; optional: Fields }>>
  /** Per second and resolution, or per picture and quality. The real prices are not known; these are ours. */
  credits: Record<string, number>
  /** The resolution of each ratio, where `ratio` says it. */
  resolutions: Record<string, string>
  usual: { ratio: string; duration: number }
  /** The longest video in seconds: what `auto` is charged at first. */
  durationMax: number
}

const URI: Shape = { is: 'text', max: 5_242_880 }
const flag: Shape = { is: 'flag' }
const oneOf = (...values: string[]): Shape => ({ is: 'one of', values })
const text = (max: number): Shape => ({ is: 'text', max })
const objects = (max: number, required: Fields, optional: Fields = {}): Shape => ({
  is: 'list',
  of: { is: 'object', required, optional },
  max,
})

interface Seedance {
  promptMax: number
  isPromptOptional: boolean
  references: number
  /** Ratios by resolution: the strings differ by model. */
  ratios: Record<string, string[]>
  durationMax: number
  credits: Record<string, number>
}

function seedance({ promptMax, isPromptOptional, references, ratios, ...rest }: Seedance): Model {
  const resolutions = Object.entries(ratios).flatMap(([name, all]) => all.map((ratio) => [ratio, name]))
  const seconds: Shape = { is: 'number', low: 4, high: rest.durationMax }
  const promptText = text(promptMax)
  const optional: Fields = {
    ratio: oneOf(...Object.values(ratios).flat()),
    duration: isPromptOptional ? { is: 'either', shapes: [seconds, oneOf('auto')] } : seconds,
    audio: flag,
  }
  const positioned = objects(references, { uri: URI }, { position: oneOf('first', 'last') })
  const promptImage: Shape = { is: 'either', shapes: [positioned, URI] }
  return {
    kind: 'video',
    shapes: {
      text_to_video: {
        required: isPromptOptional ? {} : { promptText },
        optional: { promptText, ...optional, references: objects(references, { uri: URI }) },
      },
      image_to_video: { required: { promptImage }, optional: { promptText, ...optional } },
    },
    resolutions: Object.fromEntries(resolutions),
    usual: { ratio: '1280:720', duration: 5 },
    ...rest,
  }
}

const HD = ['1280:720', '720:1280', '960:960']

const seedance2 = (credits: Record<string, number>): Model =>
  seedance({
    promptMax: 3500,
    isPromptOptional: false,
    references: 9,
    ratios: { '480p': ['864:496', '496:864', '640:640'], '720p': HD },
    durationMax: 15,
    credits,
  })

/** Sizes in pixels; each also stands the other way round. */
const WIDE =
  '2048:880 1920:1088 1920:1280 1920:1440 1920:1536 1920:1920 2912:1248 2560:1440 2560:1712 2560:1920 ' +
  '2560:2048 2560:2560 3840:1648 3840:2160 3504:2336 3264:2448 3200:2560 2880:2880'
/** The widest of each size has no upright form. */
const NOT_UPRIGHT = ['2048:880', '2912:1248', '3840:1648']
const upright = (ratio: string) => ratio.split(':').reverse().join(':')
const IMAGE_RATIOS = WIDE.split(' ').flatMap((ratio) =>
  NOT_UPRIGHT.includes(ratio) ? [ratio] : [...new Set([ratio, upright(ratio)])],
)

const QUALITY_CREDITS = { low: 1, medium: 2, high: 5, xhigh: 8, max: 12 }

function gptImage(qualities: (keyof typeof QUALITY_CREDITS)[], ...backgrounds: string[]): Model {
  const tag: Shape = { is: 'text', min: 3, max: 16, pattern: /^[A-Za-z][A-Za-z0-9_]*$/ }
  return {
    kind: 'image',
    shapes: {
      text_to_image: {
        required: { promptText: text(32_000), ratio: oneOf(...IMAGE_RATIOS, 'auto') },
        optional: {
          outputCount: { is: 'number', low: 1, high: 10 },
          quality: oneOf(...qualities),
          background: oneOf('opaque', 'auto', ...backgrounds),
          referenceImages: objects(16, { uri: URI }, { tag }),
        },
      },
    },
    credits: Object.fromEntries(qualities.map((quality) => [quality, QUALITY_CREDITS[quality]])),
    resolutions: {},
    usual: { ratio: '1920:1920', duration: 0 },
    durationMax: 0,
  }
}

/** Its ratio is an aspect and the resolution a field of its own. */
const grok: Model = {
  kind: 'video',
  shapes: {
    text_to_video: {
      required: { promptText: text(4000) },
      optional: {
        ratio: oneOf('1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3'),
        resolution: oneOf('480p', '720p', '1080p'),
        duration: { is: 'number', low: 1, high: 15 },
        audio: flag,
        references: objects(7, { uri: URI }),
      },
    },
  },
  credits: { '480p': 5, '720p': 7, '1080p': 12 },
  resolutions: {},
  usual: { ratio: '16:9', duration: 6 },
  durationMax: 15,
}

/** Models are data: names and ratios change more often than the protocol. */
export const models: Record<string, Model> = {
  seedance2_5: seedance({
    promptMax: 15_000,
    isPromptOptional: true,
    references: 30,
    ratios: {
      '480p': ['854:480', '480:854', '640:640'],
      '720p': HD,
      '1080p': ['1920:1080', '1080:1920', '1440:1440'],
    },
    durationMax: 30,
    credits: { '480p': 6, '720p': 12, '1080p': 30 },
  }),
  seedance2: seedance2({ '480p': 5, '720p': 10 }),
  seedance2_fast: seedance2({ '480p': 4, '720p': 8 }),
  seedance2_mini: seedance2({ '480p': 2, '720p': 4 }),
  grok_imagine_1_5: grok,
  gpt_image_2_5_flare: gptImage(['low', 'medium', 'high', 'xhigh', 'max']),
  gpt_image_2_5_sunburst: gptImage(['low', 'medium', 'high', 'xhigh', 'max'], 'transparent'),
  gpt_image_2: gptImage(['low', 'medium', 'high']),
}
