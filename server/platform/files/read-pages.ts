import type { FilePages } from './file-types.ts'
import type { FileKind } from './file-kinds.ts'
import { officePages } from './office/office-pages.ts'
import { openPackage } from './office/package.ts'
import { openDocumentPages } from './office/open-document.ts'
import { Unreadable } from './unreadable.ts'

export async function readPages(bytes: Uint8Array, kind: FileKind): Promise<FilePages> {
  if (kind === 'picture') throw new Unreadable('unsupported')
  const pages =
    kind === 'pdf'
      ? await (await import('./pdf/pdf-pages.ts')).pdfPages(bytes)
      : kind === 'open'
        ? await openDocumentPages(bytes)
        : kind === 'office'
          ? officePages(await openPackage(bytes)).map(({ number, label, text }) => ({ number, label, text }))
          : [{ number: 1, label: 'Page' as const, text: new TextDecoder().decode(bytes) }]
  return { outcome: 'read', pages }
}
