import { IconArrowUp } from '@tabler/icons-react'
import styles from '#web/features/discussions/thread-card/NewItemsButton.module.css'

/** Announces new items and shows them on click. It floats, so the content below does not move. */
export function NewItemsButton({ words, onShow }: { words: string | null; onShow: () => void }) {
  return (
    <div className={styles.holder} role="status">
      {words !== null && (
        <button type="button" className={styles.pill} onClick={onShow}>
          <IconArrowUp size={16} stroke={2} aria-hidden />
          {words}
        </button>
      )}
    </div>
  )
}
