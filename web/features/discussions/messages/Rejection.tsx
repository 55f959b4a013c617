import type { MessageView } from '#web/features/discussions/queries/discussions.queries.ts'
import { lazyWithPreload } from '#web/kit/loading/lazy-with-preload.tsx'

const Appeal = lazyWithPreload(() => import('#web/features/discussions/moderation/Appeal.tsx'))

interface Props {
  message: Pick<MessageView, 'id' | 'rejection'>
  className: string | undefined
}

/** For the author of a rejected post. */
export const Rejection = ({ message: { id, rejection }, className }: Props) =>
  rejection && (
    <>
      <p className={className}>Staff didn’t approve this. Only you can see it. {rejection.reason}</p>
      <Appeal id={id} rejection={rejection} />
    </>
  )
