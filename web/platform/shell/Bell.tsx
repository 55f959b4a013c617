import { Link } from '@tanstack/react-router'
import { IconBell } from '@tabler/icons-react'
import { ROUTES } from '#shared/routes.ts'
import { classes } from '#web/kit/classes.ts'
import { Later, later } from '#web/kit/Later.tsx'
import { tooltip } from '#web/kit/tooltip.ts'
import styles from './Strip.module.css'

const BellCount = later(() => import('#web/platform/shell/BellCount.tsx'))

/** The way to the notifications. How many are new comes after the first view. */
export function Bell() {
  const tip = tooltip('Notifications')
  return (
    <Link {...tip} to={ROUTES.notifications} className={classes(tip.className, styles.control)}>
      <IconBell aria-hidden="true" />
      <span className="visually-hidden">Notifications </span>
      <Later>
        <BellCount className={styles.count} />
      </Later>
    </Link>
  )
}
