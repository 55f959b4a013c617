import styles from '#web/features/moderation/StaffPage.module.css'
import { Button } from '#web/kit/Button.tsx'
import { QUEUE_PAGE } from '#shared/moderation.ts'

interface Props {
  offset: number
  count: number
  onChange: (offset: number) => void
}

/** From page to page of a trail, where there is more than one. */
export const NewerOlder = ({ offset, count, onChange }: Props) =>
  count > QUEUE_PAGE && (
    <p className={styles.more}>
      <Button disabled={offset === 0} onClick={() => onChange(Math.max(0, offset - QUEUE_PAGE))}>
        Newer
      </Button>{' '}
      <Button disabled={offset + QUEUE_PAGE >= count} onClick={() => onChange(offset + QUEUE_PAGE)}>
        Older
      </Button>
    </p>
  )
