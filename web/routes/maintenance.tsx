import { PRODUCT_NAME } from '#shared/networks.ts'
import { StatePage } from '#web/kit/StatePage.tsx'
import { usePageProps } from '#web/platform/page-props.ts'
import { SimpleFrame } from '#web/platform/shell/SimpleFrame.tsx'

export function MaintenancePage() {
  const { supportEmail } = usePageProps()
  return (
    <SimpleFrame>
      <StatePage level={1} title={`${PRODUCT_NAME} is being maintained`}>
        <p>Nothing is lost. Please come back in a little while.</p>
        <p>
          If this is time-sensitive, please contact support at <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
        </p>
      </StatePage>
    </SimpleFrame>
  )
}
