import { useId, type ReactNode, type Ref } from 'react'
import styles from './Section.module.css'

interface Props {
  title: string
  /** 3 for a subsection. */
  level?: 2 | 3
  ref?: Ref<HTMLElement>
  children: ReactNode
}

/** A section of a page, with a heading over a double rule. */
export function Section({ title, level = 2, ref, children }: Props) {
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <section ref={ref} className={styles.section} aria-labelledby={id}>
      <Heading id={id} className={`t-section ${styles.heading}`}>
        {title}
      </Heading>
      {children}
    </section>
  )
}
