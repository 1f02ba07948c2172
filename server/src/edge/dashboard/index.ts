export { answerAsset } from './answer-asset.ts'
export { answerPage } from './answer-page.ts'
