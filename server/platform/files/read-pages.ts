import type { FilePages } from './file-types.ts'
import type { FileKind } from './file-kinds.ts'
import { officePages } from './office/office-pages.ts'
import { openPackage } from './office/package.ts'
import { openDocumentPages } from './office/open-document.ts'
import { Unreadable } from './unreadable.ts'

/** `letters`: how many are wanted; reading may end there. */
export async function readPages(bytes: Uint8Array, kind: FileKind, letters?: number): Promise<FilePages> {
  if (kind === 'picture') throw new Unreadable('unsupported')
  const pages =
    kind === 'pdf'
      ? await (await import('./pdf/pdf-pages.ts')).pdfPages(bytes, letters)
      : kind === 'open'
        ? await openDocumentPages(bytes)
        : kind === 'office'
          ? officePages(await openPackage(bytes)).map(({ number, label, text }) => ({ number, label, text }))
          : [{ number: 1, label: 'Page' as const, text: plainText(bytes) }]
  return { outcome: 'read', pages }
}

/** UTF-8, otherwise that of older Windows. */
function plainText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
