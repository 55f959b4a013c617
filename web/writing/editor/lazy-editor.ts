/** Lazy parts of a text field, which pages do not need for the first view. */
import { lazyWithPreload } from '#web/kit/loading/lazy-with-preload.tsx'

const loadEditor = () => import('#web/writing/editor/Editor.tsx')
export const Editor = lazyWithPreload(loadEditor)
export const LinkField = lazyWithPreload(async () => ({ default: (await loadEditor()).LinkField }))
export const AttachmentUploads = lazyWithPreload(() => import('#web/writing/attachments/AttachmentUploads.tsx'))

/** Preloads everything needed when the user starts to write. */
export function preloadEditor(): void {
  for (const part of [Editor, LinkField, AttachmentUploads]) part.prepare()
}
