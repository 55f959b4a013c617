import type { ReactNode } from 'react'
import { ButtonLink } from '#web/kit/Button.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { usePageProps } from '#web/platform/page-props.ts'

interface Props {
  title: string
  level?: 1 | 2
  again: () => unknown
  /** What is safe. */
  children: ReactNode
}

/** Error state of a failed load: what failed, what is safe, and two actions. */
export function LoadFailed({ children, ...failure }: Props) {
  const { supportEmail } = usePageProps()
  return (
    <StatePage {...failure} actions={<ButtonLink href={`mailto:${supportEmail}`}>Contact support</ButtonLink>}>
      <p>{children}</p>
    </StatePage>
  )
}
