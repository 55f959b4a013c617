import { usePageProps } from '#web/platform/page-props.ts'

/** A link that was cut off or changed. */
export function IncompleteLink() {
  const { supportEmail } = usePageProps()
  return (
    <p>
      This link is incomplete. Open it again from the email, or contact{' '}
      <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
    </p>
  )
}
