import { lazy, useEffect, useState } from 'react'

export const QuoteOffer = lazy(() => import('#web/features/discussions/QuoteOffer.tsx'))

/** True once something was selected: from then on a quotation can be offered. */
export function useQuoting(): boolean {
  const [hasSelected, setSelected] = useState(false)
  useEffect(() => {
    if (hasSelected) return
    const onSelect = () => setSelected(getSelection()?.isCollapsed === false)
    document.addEventListener('selectionchange', onSelect)
    return () => document.removeEventListener('selectionchange', onSelect)
  }, [hasSelected])
  return hasSelected
}
