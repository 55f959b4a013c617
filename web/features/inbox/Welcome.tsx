import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SetLastViewMessage } from '#api/operations.ts'
import { nameOf, refreshGroup, welcomeQuery, type Group } from '#web/features/inbox/inbox.queries.ts'
import styles from '#web/features/inbox/Welcome.module.css'
import { MessageHtml } from '#web/writing/content/MessageHtml.tsx'
import { Button } from '#web/kit/Button.tsx'
import { log } from '#web/platform/log.ts'
import { execute } from '#web/platform/api/operations.ts'
import { useUser } from '#web/platform/session/session.ts'

/** A member is new if they have read nothing since joining, on any device. */
export function useIsNew({ members }: Group): [boolean, () => void] {
  const { id } = useUser()
  const own = members.find(({ user_id }) => user_id === id)
  const { last_read_date: read, date_joined: joined } = own ?? {}
  const [isNew, setNew] = useState(joined !== undefined && (!read || Date.parse(read) < Date.parse(joined)))
  return [isNew, () => setNew(false)]
}

/** The group's welcome to new members, above the earlier messages. Shown until they close it or visit again. */
export function Welcome({ group, isNew, end }: { group: Group; isNew: boolean; end: () => void }) {
  const client = useQueryClient()
  const { id, welcome_text: text, welcome_message_id: messageId, last_seen_message_index: index } = group
  const { data } = useQuery({ ...welcomeQuery(id), enabled: isNew && messageId !== null })
  const message = messageId === null ? undefined : data?.inbox_group_pinned_messages[0]
  if (!isNew || (!text && !message)) return null
  const close = () => {
    end()
    execute(SetLastViewMessage, { group_id: id, message_index: index }).then(
      () => refreshGroup(client, id),
      (error: unknown) => log.debug('The welcome is shown once more.', error),
    )
  }
  return (
    <div className={styles.welcome}>
      <div role="region" tabIndex={0} aria-label={`Welcome to ${nameOf(group)}`} className={styles.words}>
        <h2 className={styles.title}>Welcome to {nameOf(group)}</h2>
        {text && <p className={`t-quote ${styles.text}`}>{text}</p>}
        {message && !message.is_blocked && (
          <blockquote className={styles.message}>
            <p className={styles.by}>{message.sender.name}</p>
            <MessageHtml html={message.msg_body} className="t-quote" />
          </blockquote>
        )}
      </div>
      <Button className={styles.close} onClick={close}>
        Close the welcome
      </Button>
    </div>
  )
}
