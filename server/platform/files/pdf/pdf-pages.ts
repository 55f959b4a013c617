/** The text of each page of a PDF. Nothing in it is executed, drawn or fetched. */
import { getDocumentProxy } from 'unpdf'
import type { FilePage } from '../file-types.ts'
import { Unreadable } from '../unreadable.ts'

const PAGES = 2_000
const LETTERS = 4_000_000
/** Logs only errors of the PDF library. */
const ERRORS_ONLY = 0

export async function pdfPages(bytes: Uint8Array, most = LETTERS): Promise<FilePage[]> {
  // The library keeps the bytes, and other threads may get them.
  const document = await getDocumentProxy(bytes.slice(), {
    verbosity: ERRORS_ONLY,
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
  }).catch((error: Error) => {
    throw new Unreadable(error.name === 'PasswordException' ? 'encrypted' : 'broken')
  })
  const pages: FilePage[] = []
  let letters = 0
  try {
    for (let number = 1; number <= Math.min(document.numPages, PAGES) && letters < most; number++) {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      const text = items.map((item) => ('str' in item ? (item.hasEOL ? `${item.str}\n` : item.str) : '')).join('')
      pages.push({ number, label: 'Page', text: text.slice(0, most - letters) })
      letters += text.length
      page.cleanup()
    }
  } finally {
    await document.loadingTask.destroy()
  }
  return pages
}
