import { Button } from '#web/kit/Button.tsx'
import styles from './Pager.module.css'

interface Props {
  /** Entries before this page, entries in total, and entries per page. */
  offset: number
  count: number
  page: number
  onChange: (offset: number) => void
  /** Labels of the two buttons; for a log, by time. */
  back?: string
  more?: string
}

/** Previous and next buttons of a list; renders nothing if there is only one page. */
export const Pager = ({ offset, count, page, onChange, back = 'Previous', more = 'Next' }: Props) =>
  count > page && (
    <p className={styles.pager}>
      <Button disabled={offset === 0} onClick={() => onChange(Math.max(0, offset - page))}>
        {back}
      </Button>
      <Button disabled={offset + page >= count} onClick={() => onChange(offset + page)}>
        {more}
      </Button>
    </p>
  )
