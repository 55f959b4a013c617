import {
  IconArrowUpRight,
  IconCalendarEvent,
  IconCertificate,
  IconHelp,
  IconTag,
  IconUserPlus,
  IconUserSearch,
} from '@tabler/icons-react'
import { withScheme } from '#shared/kit/links.ts'
import { isSectionOn, visibilityAcross } from '#shared/networks.ts'
import { classNames } from '#web/kit/class-names.ts'
import { tooltip } from '#web/kit/overlay/tooltip.ts'
import type { Membership } from '#web/platform/session/session.ts'
import styles from './Sidebar.module.css'

type Network = Membership['peer_network']

/** External links, with the URLs of the main network, the first one; a link without a URL is omitted. */
export default function ExternalLinks({ networks }: { networks: readonly [Network, ...Network[]] }) {
  const [network] = networks
  const visibility = visibilityAcross(networks.map((each) => each.main_menu_visibility))
  const having = (section: 'jobs' | 'discounts') =>
    networks.find((each) => isSectionOn(each.main_menu_visibility, section) && each[`url_${section}`])
  const links = [
    { label: 'Jobs', url: having('jobs')?.url_jobs, Icon: IconUserSearch },
    { label: 'Discounts', url: having('discounts')?.url_discounts, Icon: IconTag },
    // Beside the events of the product, a second "Events" would lead elsewhere by the same name.
    {
      label: isSectionOn(visibility, 'events') ? 'Events website' : 'Events',
      url: network.url_events_landing,
      Icon: IconCalendarEvent,
    },
    { label: 'On-demand CLE', url: network.url_on_demand_cle, Icon: IconCertificate },
    { label: 'Nominate a peer', url: network.url_nomination_form, Icon: IconUserPlus },
    { label: 'FAQ', url: network.url_faq, Icon: IconHelp },
  ].flatMap(({ url, ...link }) => (url ? [{ ...link, href: withScheme(url) }] : []))
  if (links.length === 0) return null
  return (
    <section className={styles.group}>
      <h2 className={styles.label}>Links</h2>
      <ul>
        {links.map(({ label, href, Icon }) => {
          const tip = tooltip(label, 'right')
          return (
            <li key={label}>
              <a
                {...tip}
                className={classNames(tip.className, styles.place)}
                href={href}
                target="_blank"
                rel="noopener noreferrer"
              >
                <Icon aria-hidden="true" />
                <span className={styles.text}>
                  {label}
                  <span className="visually-hidden"> (opens another site)</span>
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
