import { PRODUCT_NAME } from '#shared/networks.ts'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { usePageProps } from '#web/platform/page-props.ts'
import { PlainPage } from '#web/platform/shell/PlainPage.tsx'

export function MaintenancePage() {
  const { supportEmail } = usePageProps()
  return (
    <PlainPage>
      <StatePage level={1} title={`${PRODUCT_NAME} is down for maintenance`}>
        <p>Your work is safe. Please check back soon.</p>
        <p>
          If this is time-sensitive, please contact support at <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
        </p>
      </StatePage>
    </PlainPage>
  )
}
