import { useEffect, useState } from 'react'
import { lazyWithPreload } from '#web/kit/loading/lazy-with-preload.tsx'

export const QuoteSelection = lazyWithPreload(() => import('#web/features/discussions/thread/QuoteSelection.tsx'))

/** True after the first text selection, when the quote button is loaded. */
export function useQuoteSelection(): boolean {
  const [hasSelected, setSelected] = useState(false)
  useEffect(() => {
    if (hasSelected) return
    const onSelect = () => setSelected(getSelection()?.isCollapsed === false)
    // Something may have been selected while this loaded.
    onSelect()
    document.addEventListener('selectionchange', onSelect)
    return () => document.removeEventListener('selectionchange', onSelect)
  }, [hasSelected])
  return hasSelected
}
