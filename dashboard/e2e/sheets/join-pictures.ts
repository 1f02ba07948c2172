import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'

export type Labelled = { label: string; file: string }
type Sheet = { file: string; columns: number; pictureWidth: number; pictures: Labelled[] }

const asText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const figureOf = ({ label, file }: Labelled): string =>
  `<figure><figcaption>${asText(label)}</figcaption>
   <img src="data:image/png;base64,${readFileSync(file).toString('base64')}"></figure>`

/** Joins pictures to one, in columns, each below its label. The browser draws it. */
export async function joinPictures(browser: Browser, sheet: Sheet): Promise<void> {
  const { columns, pictureWidth, pictures, file } = sheet
  const context = await browser.newContext({
    viewport: { width: columns * (pictureWidth + 16), height: 600 },
  })
  const page = await context.newPage()
  await page.setContent(
    `<style>
       body { margin: 0; background: #808080; font: 14px sans-serif; color: #fff;
         display: grid; grid-template-columns: repeat(${columns}, ${pictureWidth}px); gap: 16px 16px; }
       figure { margin: 0 } figcaption { padding: 4px } img { width: 100%; display: block }
     </style>${pictures.map(figureOf).join('')}`,
    { waitUntil: 'load' },
  )
  await page.screenshot({ path: file, fullPage: true })
  await context.close()
}
