import { PRODUCT_NAME } from '#shared/networks.ts'
import { classNames } from '#web/kit/class-names.ts'
import styles from './BrandHeader.module.css'

interface Props {
  network: string
  logo?: string | null | undefined
  isOnSpine?: boolean
}

/** The band with the double gilt rules: wordmark and network name. On the spine it has the spine's width. */
export function BrandHeader({ network, logo, isOnSpine = false }: Props) {
  return (
    <div className={classNames(styles.plate, isOnSpine && styles.onSpine)}>
      <span className={styles.wordmark}>
        <span className={styles.initial} aria-hidden="true">
          {PRODUCT_NAME[0]}
        </span>
        <span className={styles.name}>{PRODUCT_NAME}</span>
      </span>
      {logo && <img className={styles.logo} src={logo} alt="" />}
      <span className={styles.network}>{network}</span>
    </div>
  )
}
