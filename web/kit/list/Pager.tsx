import { Button } from '#web/kit/Button.tsx'
import styles from './Pager.module.css'

interface Props {
  /** How many entries stand before this page, how many there are in all, and how many a page shows. */
  offset: number
  count: number
  page: number
  onChange: (offset: number) => void
  /** What the two ways are called: by time in a log. */
  back?: string
  more?: string
}

/** From page to page of a list, where there is more than one. */
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
