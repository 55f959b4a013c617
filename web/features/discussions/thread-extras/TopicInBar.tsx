import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import styles from '#web/features/discussions/thread-extras/TopicInBar.module.css'
import { useIsTopLayer } from '#web/platform/navigation/page-title.ts'
import { SCROLLER_ID, topScroller } from '#web/platform/navigation/scrolling.ts'

const BAR_PX = 56

/** On a phone the top bar shows the topic once the heading is above the view. Screen readers have the heading. */
export function TopicInBar({ topic }: { topic: string }) {
  const place = useRef<HTMLSpanElement>(null)
  const [isAbove, setAbove] = useState(false)
  const isInFront = useIsTopLayer()
  useEffect(() => {
    const heading = place.current?.closest('main')?.querySelector('h1')
    if (!heading) return
    const observer = new IntersectionObserver(
      ([entry]) => setAbove(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.bottom <= BAR_PX),
      { rootMargin: `-${BAR_PX}px 0px 0px` },
    )
    observer.observe(heading)
    return () => observer.disconnect()
  }, [])
  const app = isAbove && isInFront && document.getElementById(SCROLLER_ID)?.parentElement
  return (
    <span ref={place} hidden>
      {app &&
        createPortal(
          <div
            aria-hidden="true"
            data-topic-in-bar=""
            className={styles.bar}
            onClick={() => topScroller()?.scrollTo({ top: 0 })}
          >
            <span>{topic}</span>
          </div>,
          app,
        )}
    </span>
  )
}
