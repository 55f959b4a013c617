import rows from '#web/kit/list/Rows.module.css'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  GetStaffFeatureFlags,
  RemoveFeatureFlag,
  SaveFeatureFlag,
  type GetStaffFeatureFlagsQuery,
} from '#api/operations.ts'
import { FEATURE_FLAGS, FEATURE_KEYS, type FeatureKey } from '#shared/feature-flags.ts'
import { longDate } from '#shared/kit/dates.ts'
import { FeatureFlagForm } from '#web/features/feature-flags/FeatureFlagForm.tsx'
import styles from '#web/features/feature-flags/FeatureFlagsPage.module.css'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { offerApproval } from '#web/features/approvals/ask-for-approval.tsx'
import { showErrorToast } from '#web/platform/api/error-message.ts'
import { operationQuery } from '#web/platform/api/operations.ts'
import { initialUserQuery, useUser } from '#web/platform/session/session.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'

const flagsQuery = operationQuery(GetStaffFeatureFlags, {}, { staleTime: 0 })
type Decision = GetStaffFeatureFlagsQuery['staff_feature_flags'][number]

/** Staff turn features on or off for everyone, a network or a member. */
export function FeatureFlagsPage() {
  const { data, isError, refetch } = useQuery(flagsQuery)
  return (
    <StaffPage
      title="Features"
      lede="A member’s setting overrides the network’s, which overrides the one for everyone."
    >
      {isError && !data && (
        <StatePage title="We couldn’t load the features" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!data && !isError && <Skeleton width="most" />}
      {data &&
        FEATURE_KEYS.map((key) => (
          <Feature key={key} feature={key} decisions={data.staff_feature_flags.filter((each) => each.key === key)} />
        ))}
    </StaffPage>
  )
}

/** Queries to refetch after a change: this list, and the staff member's own features. */
const CHANGED = [flagsQuery.queryKey, initialUserQuery.queryKey]
const NOTHING_CHANGED = { title: 'Nothing was changed' }

const nameOf = ({ network, user }: Decision) => network?.display_name ?? user?.name ?? 'Everybody'

function Feature({ feature, decisions }: { feature: FeatureKey; decisions: Decision[] }) {
  const { label, hint } = FEATURE_FLAGS[feature]
  const [isAdding, setAdding] = useState(false)
  const client = useQueryClient()
  const everybody = decisions.find(({ network, user }) => network === null && user === null)
  const isOn = everybody?.enabled ?? true
  const turn = useCommand(SaveFeatureFlag, {
    invalidate: CHANGED,
    success: `${label}: ${isOn ? 'off' : 'on'} for everyone`,
    onError: (error, asked) => offerApproval(error, SaveFeatureFlag, asked) || showErrorToast(error, NOTHING_CHANGED),
  })
  const changed = async () => {
    await Promise.all(CHANGED.map((queryKey) => client.invalidateQueries({ queryKey })))
  }
  const others = decisions.filter((each) => each !== everybody)
  return (
    <section className={styles.section} aria-labelledby={`feature-${feature}`}>
      <h2 id={`feature-${feature}`} className={`t-section ${styles.title}`}>
        {label}
      </h2>
      <p className={styles.hint}>{hint}</p>
      <div className={rows.row}>
        <span className={rows.grow}>Everyone{everybody ? '' : ' (default)'}</span>
        <span className={styles.state}>{isOn ? 'On' : 'Off'}</span>
        <Button
          disabled={turn.isPending}
          aria-label={`Turn ${isOn ? 'off' : 'on'} for everyone: ${label}`}
          onClick={() => void turn.run({ key: feature, enabled: !isOn })}
        >
          Turn {isOn ? 'off' : 'on'}
        </Button>
      </div>
      <ul aria-label={`Exceptions: ${label}`}>
        {others.map((decision) => (
          <Exception key={decision.id} label={label} decision={decision} />
        ))}
      </ul>
      {isAdding ? (
        <FeatureFlagForm feature={feature} onDone={changed} onClose={() => setAdding(false)} />
      ) : (
        <p className={styles.hint}>
          <Button look="bare" aria-label={`Add an exception: ${label}`} onClick={() => setAdding(true)}>
            Add an exception
          </Button>
        </p>
      )}
    </section>
  )
}

function Exception({ label, decision }: { label: string; decision: Decision }) {
  const { time_zone } = useUser()
  const name = nameOf(decision)
  const remove = useCommand(RemoveFeatureFlag, {
    invalidate: CHANGED,
    success: `${label}: removed for ${name}`,
    messages: NOTHING_CHANGED,
  })
  return (
    <li className={rows.row}>
      <span className={rows.grow}>
        {name}
        <span className={rows.quiet}>, since {longDate(decision.changed_at, time_zone)}</span>
      </span>
      <span className={styles.state}>{decision.enabled ? 'On' : 'Off'}</span>
      <Button
        disabled={remove.isPending}
        aria-label={`Remove the exception for ${name}: ${label}`}
        onClick={() => void remove.run({ id: decision.id })}
      >
        Remove
      </Button>
    </li>
  )
}
