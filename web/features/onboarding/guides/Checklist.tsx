import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChecklistItemFragment } from '#api/operations.ts'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import { writeString } from '#web/platform/storage/json-storage.ts'
import { STORAGE_KEYS } from '#web/platform/storage/storage-keys.ts'
import {
  completeItem,
  checklistQuery,
  countClosedChecklist,
  finishChecklist,
} from '#web/features/onboarding/onboarding.queries.ts'
import styles from './Checklist.module.css'

/** Adds the referral source, so that analytics can count visits from the checklist. */
const pathOf = (redirect: string) =>
  redirect.startsWith('/feed') ? `${redirect}${redirect.includes('?') ? '&' : '?'}referral_source=onboarding` : redirect

/** The onboarding checklist, shown until all items are done or the member closes it. */
export function Checklist({ onClosed }: { onClosed: () => void }) {
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery(checklistQuery)
  const items = data?.onboarding_checklist_items
  const done = items?.filter(({ completed }) => completed).length ?? 0
  const close = () => {
    writeString(STORAGE_KEYS.closedOnboardingChecklist, 'true')
    onClosed()
    void countClosedChecklist()
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
        <Button look="bare" onClick={close}>
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
          <Button look="filled" onClick={() => void finishChecklist(client)}>
            Finish
          </Button>
        </div>
      )}
    </section>
  )
}

function Item({ item }: { item: ChecklistItemFragment }) {
  const client = useQueryClient()
  const { key, name, description, completed, call_to_action_label, call_to_action_redirect } = item
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
          <Button look="bare" aria-label={`Done: ${name}`} onClick={() => void completeItem(client, key)}>
            Done
          </Button>
        </div>
      )}
    </li>
  )
}
