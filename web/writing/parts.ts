/** What stands behind a field for text, which a page can fetch without it. */
import { ahead } from '#web/kit/ahead.tsx'

const loadEditor = () => import('#web/writing/Editor.tsx')
export const Editor = ahead(loadEditor)
export const LinkField = ahead(async () => ({ default: (await loadEditor()).LinkField }))
export const AttachedFiles = ahead(() => import('#web/writing/AttachedFiles.tsx'))

/** What is needed as soon as somebody writes. */
export function prepareWriting(): void {
  for (const part of [Editor, LinkField, AttachedFiles]) part.prepare()
}
