import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { StatePage } from '#web/kit/StatePage.tsx'
import { usePageProps } from '#web/platform/page-props.ts'

interface Props {
  title: string
  /** Begins the sentence: "The list". */
  what: string
  level: 1 | 2
  onRetry: () => void
}

/** What could not be loaded, what is safe, and two ways on. */
export function NotArrived({ title, what, level, onRetry }: Props) {
  const { supportEmail } = usePageProps()
  return (
    <StatePage
      level={level}
      title={title}
      actions={
        <>
          <Button look="filled" onClick={onRetry}>
            Try again
          </Button>
          <ButtonLink href={`mailto:${supportEmail}`}>Contact support</ButtonLink>
        </>
      }
    >
      <p>{what} did not arrive. Drafts that say “Draft kept” are on this device.</p>
    </StatePage>
  )
}
