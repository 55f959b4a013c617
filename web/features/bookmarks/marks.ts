/** What the viewer saved or removed since the page was loaded, for every place that shows the item. */
import type { ContentKind } from '#shared/bookmarks.ts'
import { createStore } from '#web/kit/store.ts'

export interface Bookmarkable {
  kind: ContentKind
  id: number
}

const marks = createStore<Readonly<Record<string, boolean>>>({})
const keyOf = ({ kind, id }: Bookmarkable) => `${kind} ${id}`

export const setMark = (item: Bookmarkable, isSaved: boolean): void =>
  marks.update((now) => ({ ...now, [keyOf(item)]: isSaved }))
/** `isSaved` is what the server answered. */
export const useIsSaved = (item: Bookmarkable, isSaved: boolean): boolean => marks.use()[keyOf(item)] ?? isSaved
