import { useId, type ReactNode, type Ref } from 'react'
import styles from './Section.module.css'

interface Props {
  title: string
  /** 3 for a part of such a part. */
  level?: 2 | 3
  ref?: Ref<HTMLElement>
  children: ReactNode
}

/** A part of a page under its heading and the double rule. */
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
