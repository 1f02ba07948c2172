import type { ProviderRequest } from '#platform/providers'

export const image = (given: Partial<Extract<ProviderRequest, { kind: 'image' }>> = {}): ProviderRequest => ({
  kind: 'image',
  reference: 'job-1',
  model: 'openai/gpt-image-2.6-flare',
  prompt: 'a mug',
  n: 1,
  size: '1:1',
  references: [],
  callbackUrl: 'https://us.example/cb',
  ...given,
})
