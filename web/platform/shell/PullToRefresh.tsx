import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { topScroller } from '#web/platform/navigation/scrolling.ts'
import styles from './PullToRefresh.module.css'

/** How far a finger moves before letting go refreshes the page. */
const ENOUGH_PX = 80

const WORDS = { pulling: 'Pull to refresh', enough: 'Release to refresh', refreshing: 'Refreshing…' }
type Phase = keyof typeof WORDS | null

/** On touch screens: pulling down at the top of a page loads again what it shows. Browsers do it only for documents. */
export default function PullToRefresh() {
  const client = useQueryClient()
  const [phase, setPhase] = useState<Phase>(null)
  const refresh = useEffectEvent(async () => {
    setPhase('refreshing')
    await client.refetchQueries({ type: 'active' }).catch(() => undefined)
    setPhase(null)
  })
  useEffect(() => {
    let start: Touch | undefined
    let isEnough = false
    const onStart = ({ touches, target }: TouchEvent) => {
      isEnough = false
      start = touches.length === 1 && isAtTop(target) ? touches[0] : undefined
    }
    const onMove = ({ touches: [now] }: TouchEvent) => {
      if (!start || !now) return
      const down = now.clientY - start.clientY
      if (Math.abs(now.clientX - start.clientX) > Math.max(down, 0)) start = undefined
      isEnough = start !== undefined && down > ENOUGH_PX
      setPhase(isEnough ? 'enough' : start && down > ENOUGH_PX / 4 ? 'pulling' : null)
    }
    const onEnd = () => {
      if (isEnough) void refresh()
      else if (start) setPhase(null)
      start = undefined
      isEnough = false
    }
    const options = { passive: true }
    document.addEventListener('touchstart', onStart, options)
    document.addEventListener('touchmove', onMove, options)
    document.addEventListener('touchend', onEnd, options)
    document.addEventListener('touchcancel', onEnd, options)
    return () => {
      document.removeEventListener('touchstart', onStart)
      document.removeEventListener('touchmove', onMove)
      document.removeEventListener('touchend', onEnd)
      document.removeEventListener('touchcancel', onEnd)
    }
  }, [])
  return (
    <div role="status" className={styles.place} data-pull="">
      {phase && <span className={styles.words}>{WORDS[phase]}</span>}
    </div>
  )
}

/** True if nothing around the target, up to the page in front, is scrolled, and the target is not for writing. */
function isAtTop(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || target.closest('form, dialog, [role=menu]')) return false
  const page = topScroller()
  if (!page?.contains(target)) return false
  for (let at: Element = target; at !== page; at = at.parentElement!) if (at.scrollTop > 0) return false
  return page.scrollTop <= 0
}
