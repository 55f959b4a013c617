import { IconArrowLeft } from '@tabler/icons-react'
import { useContext } from 'react'
import { ROUTES } from '#shared/routes.ts'
import styles from '#web/features/discussions/BackLink.module.css'
import { LayerContext } from '#web/platform/arrival.ts'
import { closeOverlay, useBackLink } from '#web/platform/navigation.ts'

/** Names the place it leads to. Over the feed it closes what lies over it. */
export function BackLink() {
  const isInFront = useContext(LayerContext)
  const { label, href, onClick } = useBackLink()
  return (
    <a
      className={styles.back}
      data-back=""
      href={isInFront ? ROUTES.feed : href}
      onClick={(event) => {
        if (!isInFront) return onClick(event)
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        closeOverlay()
      }}
    >
      <IconArrowLeft size={18} stroke={1.6} aria-hidden />
      {isInFront ? 'Discussions' : label}
    </a>
  )
}
