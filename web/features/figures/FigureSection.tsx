import { IconChartLine, IconInfoCircle, IconTable } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import { Button } from '#web/kit/Button.tsx'
import styles from './Figures.module.css'

interface Props {
  title: string
  /** What is measured, with a link to the rows behind it. */
  measure: ReactNode
  /** How it is counted. */
  how: string
  /** The same numbers as a table, if they are drawn. */
  table?: ReactNode
  children: ReactNode
}

/** A figure with its measure, the numbers as a table, and how they are counted. */
export function FigureSection({ title, measure, how, table, children }: Props) {
  const id = useId()
  const [isTable, setTable] = useState(false)
  const [isHow, setHow] = useState(false)
  return (
    <section className={styles.section} aria-labelledby={`${id}-title`}>
      <div className={styles.sectionHead}>
        <div>
          <h2 id={`${id}-title`} className="t-section">
            {title}
          </h2>
          <p className={styles.measure}>{measure}</p>
        </div>
        <div className={styles.switches}>
          {table && (
            <Button look="bare" aria-describedby={`${id}-title`} onClick={() => setTable(!isTable)}>
              {isTable ? <IconChartLine aria-hidden="true" /> : <IconTable aria-hidden="true" />}
              {isTable ? 'Chart' : 'Table'}
            </Button>
          )}
          <Button
            look="bare"
            aria-expanded={isHow}
            aria-controls={`${id}-how`}
            aria-label={`How it is counted: ${title}`}
            onClick={() => setHow(!isHow)}
          >
            <IconInfoCircle aria-hidden="true" />
          </Button>
        </div>
      </div>
      <p id={`${id}-how`} className={styles.how} hidden={!isHow}>
        {how}
      </p>
      {isTable ? table : children}
    </section>
  )
}
