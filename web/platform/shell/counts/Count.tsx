import { useQueryClient } from '@tanstack/react-query'
import type { InboxUnreadQuery, UnseenNotificationCountQuery } from '#api/operations.ts'

const AT_MOST = 99

interface Props {
  count: number
  className: string | undefined
  word: string
}

/** How many, on a control. Nothing while 0. */
export const Count = ({ count, className, word }: Props) =>
  count > 0 && (
    <span className={className}>
      {count > AT_MOST ? `${AT_MOST}+` : count}
      <span className="visually-hidden"> {word}</span>
    </span>
  )

export const inboxCount = ({ inbox_unread: { messages, invitations } }: InboxUnreadQuery) => messages + invitations
export const unseenCount = ({ unseen_notification_count }: UnseenNotificationCountQuery) => unseen_notification_count

type Places = { InboxUnread: InboxUnreadQuery; UnseenNotificationCount: UnseenNotificationCountQuery }

interface FirstProps<Name extends keyof Places> extends Omit<Props, 'count'> {
  /** The operation whose answer came with the page. */
  of: Name
  countOf: (answer: Places[Name]) => number
}

/** The count that came with the page, until its live version has loaded. */
export function FirstCount<Name extends keyof Places>({ of, countOf, ...rest }: FirstProps<Name>) {
  const answer = useQueryClient().getQueryData<Places[Name]>([of, {}])
  return <Count count={answer ? countOf(answer) : 0} {...rest} />
}
