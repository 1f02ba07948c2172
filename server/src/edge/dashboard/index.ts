export { answerAsset } from './answer-asset.ts'
export { answerPage } from './answer-page.ts'
export { answerSite, answerSiteText } from './answer-site.ts'
