import { errorMessage } from '#web/platform/api/error-message.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { dayOf } from '#shared/kit/dates.ts'
import { BADGE_TYPE_LABELS, ADMIN_PAGE_SIZE } from '#shared/recognition.ts'
import { BadgeForm } from '#web/features/recognition/BadgeForm.tsx'
import { AwardForm, OfferForm } from '#web/features/recognition/AwardForms.tsx'
import {
  awardsQuery,
  badgeListQuery,
  NOTHING_CHANGED,
  offersQuery,
  RECOGNITION_KEYS,
  withdrawBadge,
  withdrawTitle,
  type Award,
  type ListedBadge,
  type Offer,
} from '#web/features/recognition/recognition.queries.ts'
import styles from '#web/features/recognition/Recognition.module.css'
import { Badge } from '#web/kit/Badge.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'

/** Staff award badges, offer titles, and edit badge requirements. */
export function StaffRecognitionPage() {
  const list = useQuery(badgeListQuery)
  const [editing, setEditing] = useState<ListedBadge | 'new' | null>(null)
  const badges = list.data?.badge_list
  return (
    <StaffPage
      title="Badges and titles"
      lede="Members are notified of badges and titles, and only they decide whether others see them."
    >
      <Section title="Award a badge">
        <AwardForm badges={badges ?? []} />
      </Section>
      <Section title="Offer a title">
        <OfferForm />
      </Section>
      <Section title="Badges">
        {list.isError && (
          <StatePage title="We couldn’t load the badges" again={list.refetch}>
            Nothing was changed.
          </StatePage>
        )}
        {!badges && !list.isError && <Skeleton width="most" />}
        <ul>
          {badges?.map((badge) => (
            <li key={badge.id} className={styles.row}>
              <div className={styles.about}>
                <Badge picture={badge.image_url} words={badge.description} isFaint={badge.is_retired} />
                <p className={`${styles.facts} ${styles.besideSmall}`}>{ruleOf(badge)}</p>
              </div>
              <Button aria-label={`Edit: ${badge.description}`} onClick={() => setEditing(badge)}>
                Edit
              </Button>
              {editing !== 'new' && editing?.id === badge.id && (
                <BadgeForm badge={badge} next={badge.index} onClose={() => setEditing(null)} />
              )}
            </li>
          ))}
        </ul>
        {editing === 'new' ? (
          <BadgeForm badge={null} next={(badges?.at(-1)?.index ?? 0) + 1} onClose={() => setEditing(null)} />
        ) : (
          <p className={styles.form}>
            <Button onClick={() => setEditing('new')}>Add badge</Button>
          </p>
        )}
      </Section>
      <Awards />
      <Offers />
    </StaffPage>
  )
}

const ruleOf = ({ type_of_badge, num_required, duration, is_retired }: ListedBadge) =>
  [
    BADGE_TYPE_LABELS[type_of_badge].label,
    num_required !== null && `${num_required} required`,
    duration !== null && (type_of_badge === 'tenure' ? `after ${duration} months` : `within ${duration} months`),
    is_retired && 'retired',
  ]
    .filter(Boolean)
    .join(', ')

interface PagedProps<Row> {
  title: string
  empty: string
  query: (offset: number) => ReturnType<typeof awardsQuery> | ReturnType<typeof offersQuery>
  rowsOf: (data: never) => { items: Row[]; count: number }
  children: (row: Row) => ReactNode
}

/** Awards or offers, newest first, paged. */
function Paged<Row>({ title, empty, query, rowsOf, children }: PagedProps<Row>) {
  const [offset, setOffset] = useState(0)
  const { data, isError, refetch } = useQuery({
    ...(query(offset) as ReturnType<typeof awardsQuery>),
    placeholderData: keepPreviousData,
  })
  const page = data && rowsOf(data as never)
  return (
    <Section title={title}>
      {!page && !isError && <Skeleton width="most" />}
      {!page && isError && (
        <StatePage title="We couldn’t load the award history" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {page?.count === 0 && <p className={styles.facts}>{empty}</p>}
      <ul>{page?.items.map(children)}</ul>
      {page && page.count > ADMIN_PAGE_SIZE && (
        <p className={styles.form}>
          <span className={styles.acts}>
            <Button disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - ADMIN_PAGE_SIZE))}>
              Newer
            </Button>
            <Button
              disabled={offset + ADMIN_PAGE_SIZE >= page.count}
              onClick={() => setOffset(offset + ADMIN_PAGE_SIZE)}
            >
              Older
            </Button>
          </span>
        </p>
      )}
    </Section>
  )
}

const Awards = () => (
  <Paged
    title="Awarded"
    empty="No badges awarded yet."
    query={awardsQuery}
    rowsOf={(data: { badge_awards: { items: Award[]; count: number } }) => data.badge_awards}
  >
    {(award: Award) => <AwardRow key={`${award.user.id} ${award.badge.id}`} award={award} />}
  </Paged>
)
const Offers = () => (
  <Paged
    title="Titles offered"
    empty="No titles offered yet."
    query={offersQuery}
    rowsOf={(data: { title_offers: { items: Offer[]; count: number } }) => data.title_offers}
  >
    {(offer: Offer) => <OfferRow key={offer.title.id} offer={offer} />}
  </Paged>
)

interface GivenProps {
  what: ReactNode
  facts: string
  /** Null if already withdrawn. */
  label: string | null
  withdraw: () => Promise<unknown>
}

function Given({ what, facts, label, withdraw }: GivenProps) {
  const { run, isPending, error } = useCommand(withdraw, {
    invalidate: RECOGNITION_KEYS,
    success: 'Withdrawn. It’s no longer shown anywhere',
    onError: 'show',
  })
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <p>{what}</p>
        <p className={styles.facts}>{facts}</p>
        {error && (
          <p role="alert" className={styles.problem}>
            {errorMessage(error, NOTHING_CHANGED)}
          </p>
        )}
      </div>
      {label !== null && (
        <Button disabled={isPending} aria-label={label} onClick={() => void run()}>
          Withdraw
        </Button>
      )}
    </li>
  )
}

function AwardRow({ award: { user, badge, awarded_by, date_earned, withdrawn_at } }: { award: Award }) {
  const { time_zone } = useUser()
  const given = `${awarded_by ? `Awarded by ${awarded_by.name}` : 'Earned'} on ${dayOf(date_earned, time_zone)}`
  return (
    <Given
      what={
        <>
          <b>{user.name}</b> {badge.description}
        </>
      }
      facts={withdrawn_at ? `${given}. Withdrawn on ${dayOf(withdrawn_at, time_zone)}` : given}
      label={withdrawn_at === null ? `Withdraw from ${user.name}: ${badge.description}` : null}
      withdraw={() => withdrawBadge({ badge_id: badge.id, user_id: user.id })}
    />
  )
}

function OfferRow({ offer: { user, title, offered_by, offered_at, withdrawn_at } }: { offer: Offer }) {
  const { time_zone } = useUser()
  const facts = [
    `Rank ${title.rank}`,
    `offered ${offered_by ? `by ${offered_by.name} ` : ''}on ${dayOf(offered_at, time_zone)}`,
    withdrawn_at ? `withdrawn on ${dayOf(withdrawn_at, time_zone)}` : title.status,
    title.expiration_date && `ends on ${dayOf(title.expiration_date, 'UTC')}`,
  ]
  return (
    <Given
      what={
        <>
          <b>{user.name}</b> <i>{title.label}</i>
        </>
      }
      facts={facts.filter(Boolean).join(', ')}
      label={withdrawn_at === null ? `Withdraw from ${user.name}: ${title.label}` : null}
      withdraw={() => withdrawTitle(title.id)}
    />
  )
}
