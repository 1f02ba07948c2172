import type { Page } from 'playwright-core'

export type GivenFile = { name: string; type: string; bytes: Uint8Array }

/** Drops or pastes a file on the page, as a person does with a mouse or the clipboard. */
export async function dropFile(page: Page, selector: string, file: GivenFile): Promise<void> {
  await send(page, { selector, kind: 'drop', file })
}

export async function pasteFile(page: Page, file: GivenFile): Promise<void> {
  await send(page, { selector: 'body', kind: 'paste', file })
}

type Sent = { selector: string; kind: 'drop' | 'paste'; file: GivenFile }

async function send(page: Page, { selector, kind, file: { name, type, bytes } }: Sent): Promise<void> {
  await page.locator(selector).first().waitFor()
  await page.evaluate(
    (given) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(given.bytes)], given.name, { type: given.type }))
      const target = document.querySelector(given.selector)
      const event =
        given.kind === 'drop'
          ? new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer })
          : new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: transfer })
      target?.dispatchEvent(event)
    },
    { selector, kind, name, type, bytes: [...bytes] },
  )
}
