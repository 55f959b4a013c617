import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { ViewedFeatureTour, type TourFragment } from '#api/operations.ts'
import { Button } from '#web/kit/Button.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { toursQuery } from '#web/features/onboarding/onboarding.queries.ts'
import { nextStep, placeBeside } from '#web/features/onboarding/guides/tour-steps.ts'
import { useLocation } from '#web/platform/router/RouterProvider.tsx'
import styles from './Tours.module.css'

const onPage = (selector: string) => {
  try {
    return document.querySelector<HTMLElement>(selector)
  } catch {
    // Staff entered an invalid selector; it matches nothing.
    return null
  }
}

/** Shows the first tour with a step on this page. It never blocks the page. */
export default function Tours() {
  const { pathname } = useLocation()
  const tours = useQuery(toursQuery).data?.unviewed_feature_tours
  const [shown, setShown] = useState<TourFragment>()
  // Goes up when a target leaves the page, to look for a tour again.
  const [numOfGone, setNumOfGone] = useState(0)
  useEffect(() => {
    setShown(undefined)
    if (!tours?.length) return
    const find = () => tours.find(({ items }) => items.some(({ selector }) => onPage(selector)))
    const look = () => {
      const found = find()
      if (!found) return false
      setShown(found)
      return true
    }
    if (look()) return
    // The target of a tour may appear while the page loads.
    const observer = new MutationObserver(() => look() && observer.disconnect())
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [tours, pathname, numOfGone])
  return shown && <Tour key={shown.key} tour={shown} onGone={() => setNumOfGone((gone) => gone + 1)} />
}

/** `onGone`: the target of the step has left the page, as the page before does once the next one has loaded. */
function Tour({ tour, onGone }: { tour: TourFragment; onGone: () => void }) {
  const client = useQueryClient()
  const [at, setAt] = useState(() => nextStep(tour.items, -1, onPage) ?? -1)
  const card = useRef<HTMLElement>(null)
  const item = tour.items[at]
  const following = nextStep(tour.items, at, onPage)
  const leave = () => {
    client.setQueryData(
      toursQuery.queryKey,
      (known) =>
        known && { unviewed_feature_tours: known.unviewed_feature_tours.filter(({ key }) => key !== tour.key) },
    )
    // Finished and skipped tours both count as seen. If this request fails, the tour is shown once more, which is
    // harmless.
    void execute(ViewedFeatureTour, { key: tour.key }).catch(() => undefined)
  }
  usePlacedBeside(item?.selector, card, { onUsed: leave, onGone })
  if (!item) return null
  return (
    <aside ref={card} className={styles.card} aria-label="Tour" onKeyDown={({ key }) => key === 'Escape' && leave()}>
      <p className={styles.text} role="status">
        {item.description}
      </p>
      <div className={styles.acts}>
        {following === undefined ? (
          <Button look="filled" onClick={leave}>
            {tour.completion_button_text}
          </Button>
        ) : (
          <>
            <Button look="filled" onClick={() => setAt(following)}>
              Next
            </Button>
            <Button look="bare" onClick={leave}>
              {tour.skip_button_text}
            </Button>
          </>
        )}
      </div>
    </aside>
  )
}

interface Followed {
  /** The member clicked the target: what they do there must not be covered. */
  onUsed: () => void
  onGone: () => void
}

/** Scrolls to the target of the step, marks it, and keeps the card beside it as long as it is on the page. */
function usePlacedBeside(
  selector: string | undefined,
  card: RefObject<HTMLElement | null>,
  { onUsed, onGone }: Followed,
): void {
  const left = useEffectEvent(onGone)
  const used = useEffectEvent(onUsed)
  useEffect(() => {
    const target = selector === undefined ? null : onPage(selector)
    if (!target) return
    target.scrollIntoView({ block: 'center' })
    target.dataset.toured = ''
    const place = () => {
      const { current } = card
      if (!current) return
      const at = placeBeside(target.getBoundingClientRect(), current.getBoundingClientRect(), {
        width: innerWidth,
        height: innerHeight,
      })
      current.style.left = `${at.left}px`
      current.style.top = `${at.top}px`
    }
    place()
    const observer = new MutationObserver(() => {
      if (target.isConnected) return
      observer.disconnect()
      left()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    const onClick = () => used()
    target.addEventListener('click', onClick)
    const scroller = document.getElementById('scroller')
    scroller?.addEventListener('scroll', place, { passive: true })
    addEventListener('resize', place)
    return () => {
      observer.disconnect()
      delete target.dataset.toured
      target.removeEventListener('click', onClick)
      scroller?.removeEventListener('scroll', place)
      removeEventListener('resize', place)
    }
  }, [selector, card])
}
