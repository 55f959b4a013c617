import { IconArrowUpRight, IconBriefcase, IconHelp, IconTag } from '@tabler/icons-react'
import { withScheme } from '#shared/kit/links.ts'
import { isSectionOn } from '#shared/networks.ts'
import { classes } from '#web/kit/classes.ts'
import { tooltip } from '#web/kit/tooltip.ts'
import type { Membership } from '#web/platform/session.ts'
import styles from './Spine.module.css'

/** Places outside the product, from the addresses of the network; without an address there is no link. */
export function ElsewhereLinks({ network }: { network: Membership['peer_network'] }) {
  const { main_menu_visibility: visibility } = network
  const links = [
    { label: 'Jobs', url: isSectionOn(visibility, 'jobs') && network.url_jobs, Icon: IconBriefcase },
    { label: 'Discounts', url: isSectionOn(visibility, 'discounts') && network.url_discounts, Icon: IconTag },
    { label: 'FAQ', url: network.url_faq, Icon: IconHelp },
  ].flatMap(({ url, ...link }) => (url ? [{ ...link, href: withScheme(url) }] : []))
  if (links.length === 0) return null
  return (
    <section className={styles.group}>
      <h2 className={styles.label}>Elsewhere</h2>
      <ul>
        {links.map(({ label, href, Icon }) => {
          const tip = tooltip(label, 'right')
          return (
            <li key={label}>
              <a
                {...tip}
                className={classes(tip.className, styles.place)}
                href={href}
                target="_blank"
                rel="noopener noreferrer"
              >
                <Icon aria-hidden="true" />
                <span className={styles.text}>
                  {label}
                  <span className="visually-hidden"> (another site)</span>
                </span>
                <IconArrowUpRight aria-hidden="true" className={styles.leaves} />
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
