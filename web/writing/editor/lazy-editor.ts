/** What stands behind a field for text, which a page can fetch without it. */
import { lazyWithPreload } from '#web/kit/lazy-with-preload.tsx'

const loadEditor = () => import('#web/writing/editor/Editor.tsx')
export const Editor = lazyWithPreload(loadEditor)
export const LinkField = lazyWithPreload(async () => ({ default: (await loadEditor()).LinkField }))
export const AttachmentUploads = lazyWithPreload(() => import('#web/writing/attachments/AttachmentUploads.tsx'))

/** What is needed as soon as somebody writes. */
export function preloadEditor(): void {
  for (const part of [Editor, LinkField, AttachmentUploads]) part.prepare()
}
