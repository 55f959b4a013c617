import { Link } from '@tanstack/react-router'
import { ROUTES } from '#shared/routes.ts'
import { menuOf, type MenuItem } from '#shared/networks.ts'
import { tooltip } from '#web/kit/tooltip.ts'
import { classes } from '#web/kit/classes.ts'
import { Later, later } from '#web/kit/Later.tsx'
import { primaryNetworkOf, useUser } from '#web/platform/session.ts'
import { ElsewhereLinks } from '#web/platform/shell/ElsewhereLinks.tsx'
import { MENU_ICONS } from '#web/platform/shell/icons.ts'
import { MemberMenu } from '#web/platform/shell/MemberMenu.tsx'
import { Plate } from '#web/platform/shell/Plate.tsx'
import styles from './Spine.module.css'

const InboxCount = later(() => import('#web/platform/shell/InboxCount.tsx'))

/** The dark column: plate, places, and the member at the foot. */
export function Spine() {
  const viewer = useUser()
  const network = primaryNetworkOf(viewer)
  return (
    <header className={styles.spine}>
      <Link
        to={ROUTES.home}
        className={styles.home}
        activeOptions={{ exact: true }}
        activeProps={{ 'aria-current': 'page' }}
      >
        <Plate network={network?.display_name ?? ''} isOnSpine />
        <span className="visually-hidden">Home</span>
      </Link>
      <nav aria-label="Main" className={styles.places}>
        {menuOf(network?.main_menu_visibility).map((group) => (
          <section key={group.label ?? 'first'} className={styles.group}>
            {group.label && <h2 className={styles.label}>{group.label}</h2>}
            <ul>
              {group.items.map((item) => (
                <Place key={item.path} item={item} />
              ))}
            </ul>
          </section>
        ))}
        {network && <ElsewhereLinks network={network} />}
      </nav>
      <MemberMenu viewer={viewer} />
    </header>
  )
}

function Place({ item }: { item: MenuItem }) {
  const Icon = MENU_ICONS[item.icon]
  const tip = tooltip(item.label, 'right')
  return (
    <li>
      <Link
        {...tip}
        to={item.path}
        className={classes(tip.className, styles.place)}
        activeProps={{ 'aria-current': 'page' }}
      >
        <Icon aria-hidden="true" />
        <span className={styles.text}>{item.label} </span>
        {item.icon === 'inbox' && (
          <Later>
            <InboxCount on="spine" className={styles.count} />
          </Later>
        )}
      </Link>
    </li>
  )
}
