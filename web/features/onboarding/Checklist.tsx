import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  CloseOnboardingChecklist,
  CompleteOnboardingChecklist,
  CompleteOnboardingChecklistItem,
  type ChecklistItemFragment,
} from '#api/operations.ts'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { showErrorToast } from '#web/platform/api/report-error.ts'
import { writeString } from '#web/platform/storage/json-storage.ts'
import { STORAGE_KEYS } from '#web/platform/storage/storage-keys.ts'
import { execute } from '#web/platform/api/operations.ts'
import { initialUserQuery } from '#web/platform/session/session.ts'
import { checklistQuery } from '#web/features/onboarding/onboarding.queries.ts'
import styles from './Checklist.module.css'

/** Leads on as from here, so that what is opened can be counted as found this way. */
const pathOf = (redirect: string) =>
  redirect.startsWith('/feed') ? `${redirect}${redirect.includes('?') ? '&' : '?'}referral_source=onboarding` : redirect

/** The first things to do, until all are done or the member closes the list. */
export function Checklist({ onClosed }: { onClosed: () => void }) {
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery(checklistQuery)
  const items = data?.onboarding_checklist_items
  const done = items?.filter(({ completed }) => completed).length ?? 0
  const close = async () => {
    writeString(STORAGE_KEYS.closedOnboardingChecklist, 'true')
    onClosed()
    // The device remembers it in any case; the count is for those who make the list.
    await execute(CloseOnboardingChecklist, {}).catch(showErrorToast)
  }
  const finish = async () => {
    try {
      await execute(CompleteOnboardingChecklist, {})
      client.setQueryData(initialUserQuery.queryKey, (known) =>
        known ? { viewer: { ...known.viewer, onboarding_checklist_completed: true } } : known,
      )
    } catch (error) {
      showErrorToast(error)
    }
  }
  if (items?.length === 0) return null
  return (
    <section className={styles.list} aria-labelledby="checklist-title" data-guide="checklist">
      <div className={styles.head}>
        <h2 id="checklist-title" className="t-section">
          Getting started
        </h2>
        {items && (
          <p className={`t-meta ${styles.count}`}>
            {done} of {items.length} done
          </p>
        )}
        <Button look="bare" onClick={() => void close()}>
          Dismiss
        </Button>
      </div>
      {isError && !items && (
        <p role="alert">
          We couldn’t load your list. <Button onClick={() => void refetch()}>Try again</Button>
        </p>
      )}
      {!isError && !items && (
        <div aria-busy="true">
          <Skeleton width="half" />
          <Skeleton width="most" />
        </div>
      )}
      {items && done < items.length && (
        <ol className={styles.items}>
          {items.map((item) => (
            <Item key={item.key} item={item} />
          ))}
        </ol>
      )}
      {items && done === items.length && (
        <div className={styles.finished}>
          <p className="t-reply">You’re all set. This list won’t come back.</p>
          <Button look="filled" onClick={() => void finish()}>
            Finish
          </Button>
        </div>
      )}
    </section>
  )
}

function Item({ item }: { item: ChecklistItemFragment }) {
  const client = useQueryClient()
  const [isSending, setSending] = useState(false)
  const { key, name, description, completed, call_to_action_label, call_to_action_redirect } = item
  const complete = async () => {
    setSending(true)
    try {
      const { completeOnboardingChecklistItem } = await execute(CompleteOnboardingChecklistItem, { key })
      client.setQueryData(
        checklistQuery.queryKey,
        (known) =>
          known && {
            onboarding_checklist_items: known.onboarding_checklist_items.map((each) =>
              each.key === key ? completeOnboardingChecklistItem : each,
            ),
          },
      )
    } catch (error) {
      showErrorToast(error)
    } finally {
      setSending(false)
    }
  }
  return (
    <li className={styles.item} data-completed={completed || undefined}>
      <div className={styles.text}>
        <p className={styles.name}>
          {completed && <span className="visually-hidden">Done: </span>}
          {name}
        </p>
        {!completed && <p className={`t-meta ${styles.facts}`}>{description}</p>}
      </div>
      {!completed && (
        <div className={styles.acts}>
          <Link to={pathOf(call_to_action_redirect)} className={styles.go}>
            {call_to_action_label}
          </Link>
          <Button look="bare" disabled={isSending} aria-label={`Done: ${name}`} onClick={() => void complete()}>
            Done
          </Button>
        </div>
      )}
    </li>
  )
}
