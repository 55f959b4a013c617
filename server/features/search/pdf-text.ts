import { getDocumentProxy } from 'unpdf'
import { Unreadable, type TextCollector } from './text-collector.ts'

const PAGES = 500
/** Logs only errors of the PDF library. */
const ERRORS_ONLY = 0

/** Extracts the text of a PDF page by page. Nothing in it is executed, rendered or fetched. */
export async function pdfText(bytes: Uint8Array, into: TextCollector): Promise<void> {
  const document = await getDocumentProxy(bytes, {
    verbosity: ERRORS_ONLY,
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
  }).catch((error: Error) => {
    throw new Unreadable(error.name === 'PasswordException' ? 'encrypted' : 'broken')
  })
  try {
    for (let number = 1; number <= Math.min(document.numPages, PAGES) && !into.isFull; number++) {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      for (const item of items) if ('str' in item) into.add(item.hasEOL ? `${item.str}\n` : item.str)
      into.add('\n')
      page.cleanup()
    }
  } finally {
    await document.loadingTask.destroy()
  }
}
