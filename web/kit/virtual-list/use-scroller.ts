import { useLayoutEffect, useState } from 'react'

/** The nearest scrollable ancestor: the sheet, or an overlay on it. */
export function scrollerAround(element: Element): HTMLElement {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  }
  return document.documentElement
}

/** The scroller around a list, and the offset of the list from the top of its content; null until mounted. */
export function useScroller(list: { current: HTMLElement | null }): { scroller: HTMLElement | null; top: number } {
  const [place, setPlace] = useState<{ scroller: HTMLElement | null; top: number }>({ scroller: null, top: 0 })
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const scroller = scrollerAround(element)
    const measure = () => {
      if (element.getClientRects().length === 0) return
      const top = Math.round(
        element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop,
      )
      setPlace((known) => (known.scroller === scroller && known.top === top ? known : { scroller, top }))
    }
    measure()
    // Anything that grows or shrinks above the list resizes one of these.
    const observer = new ResizeObserver(measure)
    for (let around = element.parentElement; around && around !== scroller; around = around.parentElement)
      observer.observe(around)
    observer.observe(scroller)
    return () => observer.disconnect()
  }, [list])
  return place
}
