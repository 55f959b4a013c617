import { useQuery } from '@tanstack/react-query'
import { STAFF_ROUTES } from '#shared/staff-routes.ts'
import { THEME_SHADES } from '#shared/theme-colors.ts'
import { Disciplines } from '#web/features/networks/Disciplines.tsx'
import { networksQuery } from '#web/features/networks/networks.queries.ts'
import { buttonClass } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import rows from '#web/kit/list/Rows.module.css'
import { Link } from '#web/platform/router/Link.tsx'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import styles from './Networks.module.css'
import { counted } from '#shared/kit/text.ts'

const newNetwork = (
  <Link to={`${STAFF_ROUTES.networks}/new`} className={buttonClass('filled')}>
    New network
  </Link>
)

/** All networks that the viewer may edit, and the disciplines. */
export function NetworksPage() {
  const { data, isError, refetch } = useQuery(networksQuery)
  const networks = data?.managed_networks
  return (
    <StaffPage title="Networks" lede="Names, colors, menus, links and texts of each network.">
      {isError && !data && (
        <StatePage title="We couldn’t load the networks" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!data && !isError && <Skeleton width="most" />}
      {networks?.length === 0 && (
        <StatePage title="There are no networks yet" actions={newNetwork}>
          Most communities begin with one and add others later.
        </StatePage>
      )}
      {networks && networks.length > 0 && (
        <>
          <p className={styles.acts}>{newNetwork}</p>
          <ul aria-label="Networks">
            {networks.map(({ id, num_of_members, network }) => (
              <li key={id} className={`theme-${network.theme} ${rows.row}`}>
                <span className={styles.swatch} aria-hidden="true" />
                <div className={rows.grow}>
                  <p className={styles.name}>
                    <Link to={`${STAFF_ROUTES.networks}/${id}`}>{network.display_name}</Link>
                  </p>
                  <p className={rows.quiet}>
                    {network.discipline.name}, {THEME_SHADES[network.theme].name}
                  </p>
                </div>
                <span className={rows.quiet}>{counted(num_of_members, 'member')}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {networks && <Disciplines />}
    </StaffPage>
  )
}
