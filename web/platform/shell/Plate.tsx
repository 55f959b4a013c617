import { PRODUCT_NAME } from '#shared/networks.ts'
import { classes } from '#web/kit/classes.ts'
import styles from './Plate.module.css'

/** The band with the double gilt rules: wordmark and name of the network. On the spine it follows its width. */
export function Plate({ network, isOnSpine = false }: { network: string; isOnSpine?: boolean }) {
  return (
    <div className={classes(styles.plate, isOnSpine && styles.onSpine)}>
      <span className={styles.wordmark}>
        <span className={styles.initial} aria-hidden="true">
          {PRODUCT_NAME[0]}
        </span>
        <span className={styles.name}>{PRODUCT_NAME}</span>
      </span>
      <span className={styles.network}>{network}</span>
    </div>
  )
}
