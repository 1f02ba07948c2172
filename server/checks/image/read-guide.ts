import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Block = {
  /** The heading above it. */
  heading: string
  /** What it needs: nothing but a shell, a container engine, or a cluster. */
  needs: 'shell' | 'container' | 'cluster'
  text: string
}

const DOCUMENTS = join(import.meta.dirname, '..', '..', '..', 'docs')

/** The blocks of commands of a guide for operators: ```sh, ```sh container and ```sh cluster. */
export function readGuide(name = 'deploy.md'): Block[] {
  const blocks: Block[] = []
  let heading = ''
  let open: Block | undefined
  for (const line of readFileSync(join(DOCUMENTS, name), 'utf8').split('\n')) {
    const [fence, language = '', needs = 'shell'] =
      /^```(\w*) ?(\w*)$/.exec(line)?.map((one) => one || undefined) ?? []
    if (fence !== undefined && open) {
      if (open.text !== '') blocks.push(open)
      open = undefined
    } else if (fence !== undefined) {
      open = { heading, needs: needs as Block['needs'], text: '' }
      if (language !== 'sh') open.heading = ''
    } else if (open) open.text += `${line}\n`
    else if (line.startsWith('## ')) heading = line.slice(3)
  }
  return blocks.filter((block) => block.heading !== '')
}
