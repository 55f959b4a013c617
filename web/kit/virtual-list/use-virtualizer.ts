import { useEffect, useLayoutEffect, useMemo, useReducer, useState } from 'react'
import type { ListOptions, ListVirtualizer } from '#web/kit/virtual-list/list-options.ts'

type Library = typeof import('#web/kit/virtual-list/virtualizer.ts')
let loaded: Library | null = null

/**
 * The virtualizer, loaded when the first list is long enough to need it: most pages never do, and the first view must
 * not wait for it. Null until then.
 */
export function useListVirtualizer(options: ListOptions): ListVirtualizer | null {
  const { isWanted, scroller } = options
  const [library, setLibrary] = useState(loaded)
  const [, rerender] = useReducer((turn: number) => turn + 1, 0)
  useEffect(() => {
    if (!isWanted || library) return
    void import('#web/kit/virtual-list/virtualizer.ts').then(
      (module) => setLibrary((loaded = module)),
      // The load failed: mount the whole list.
      () => undefined,
    )
  }, [isWanted, library])

  const made = useMemo(() => library && scroller && library.createVirtualizer(scroller, rerender), [library, scroller])
  made?.set(options)
  useLayoutEffect(() => made?.virtualizer._didMount(), [made])
  useLayoutEffect(() => {
    made?.virtualizer._willUpdate()
    made?.afterRender(options)
  })
  return made?.virtualizer ?? null
}
