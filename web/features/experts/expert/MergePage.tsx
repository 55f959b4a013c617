import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import {
  GetExpertDuplicates,
  GetExpertMerges,
  MergeExperts,
  UndoExpertMerge,
  type GetExpertDuplicatesQuery,
} from '#api/operations.ts'
import { EXPERT_TYPE_LABELS, MERGE_REASON_LENGTH, MERGE_UNDO_DAYS, expertPath } from '#shared/experts.ts'
import { longDate } from '#shared/kit/dates.ts'
import { newKey } from '#shared/kit/ids.ts'
import { counted } from '#shared/kit/text.ts'
import { ExpertChoice, type Chosen } from '#web/features/experts/recommend/ExpertChoice.tsx'
import { duplicatesQuery, mergesQuery, type Merge } from '#web/features/experts/experts.queries.ts'
import { Link } from '#web/platform/router/Link.tsx'
import styles from '#web/features/experts/Experts.module.css'
import forms from '#web/features/experts/Forms.module.css'
import { Section } from '#web/kit/layout/Section.tsx'
import { Failed, Rows } from '#web/features/experts/directory/ListLoadFailed.tsx'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { useUser } from '#web/platform/session/session.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'

type Pair = GetExpertDuplicatesQuery['expert_duplicates'][number]
type Entry = NonNullable<Pair['one']>

/** Query keys of this page. */
const SHOWN = [[GetExpertDuplicates.name], [GetExpertMerges.name]]

/** Staff merge duplicate experts: suggested pairs, any two entries, and past merges with undo. */
export function MergePage() {
  const pairs = useQuery(duplicatesQuery)
  return (
    <StaffPage
      title="Possible duplicates"
      lede={`Mentions and recommendations of both move to the entry you keep. You can undo a merge for ${MERGE_UNDO_DAYS} days.`}
    >
      <Section title="Similar entries">
        {pairs.data === undefined &&
          (pairs.isError ? (
            <Failed title="We couldn’t load possible duplicates" onRetry={() => void pairs.refetch()} />
          ) : (
            <Rows label="Pairs" />
          ))}
        {pairs.data?.expert_duplicates.length === 0 && (
          <StatePage title="No duplicates found">
            <p>When members add the same expert under similar names, the pair appears here.</p>
          </StatePage>
        )}
        <ul>
          {pairs.data?.expert_duplicates.map(
            ({ one, other }) => one && other && <PairRow key={`${one.id} ${other.id}`} one={one} other={other} />,
          )}
        </ul>
      </Section>
      <AnyTwo />
      <Joined />
    </StaffPage>
  )
}

const factsOf = ({ type, company_name, num_of_recommendations: said, mention_count }: Entry) =>
  [
    EXPERT_TYPE_LABELS[type],
    company_name,
    counted(said, 'recommendation'),
    mention_count > 0 && (mention_count === 1 ? 'mentioned once' : `mentioned ${mention_count} times`),
  ]
    .filter(Boolean)
    .join(', ')

function PairRow({ one, other }: { one: Entry; other: Entry }) {
  const [kept, setKept] = useState<Entry | null>(null)
  return (
    <li className={forms.pair}>
      {[one, other].map((entry) => (
        <div key={entry.id} className={styles.about}>
          <p className={styles.name}>
            <Link to={expertPath(entry.id)}>{entry.name}</Link>
          </p>
          <p className={styles.facts}>{factsOf(entry)}</p>
          <Button aria-pressed={kept?.id === entry.id} onClick={() => setKept(entry)}>
            Keep {entry.name}
          </Button>
        </div>
      ))}
      {kept && (
        <MergeForm key={kept.id} from={kept.id === one.id ? other : one} into={kept} onClose={() => setKept(null)} />
      )}
    </li>
  )
}

interface FormProps {
  from: { id: number; name: string }
  into: { id: number; name: string }
  onClose: () => void
}

function MergeForm({ from, into, onClose }: FormProps) {
  const client = useQueryClient()
  const [key] = useState(newKey)
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) =>
      reason.trim() === ''
        ? { field: 'reason', message: 'Enter a reason for merging. It’s kept in the staff log.' }
        : null,
    submit: ({ reason }) =>
      execute(MergeExperts, { from_id: from.id, into_id: into.id, reason: reason.trim(), idempotency_key: key }),
    success: `Merged ${from.name} into ${into.name}`,
    onDone: () => {
      onClose()
      for (const queryKey of SHOWN) void client.invalidateQueries({ queryKey })
    },
    messages: { fact: 'Not merged' },
  })
  const { problem = form.problem, ...reason } = form.field('reason')
  return (
    <form {...form.props} className={forms.form} aria-label={`Merge ${from.name} into ${into.name}`} noValidate>
      <Field
        label="Reason for merging (recorded)"
        autoComplete="off"
        maxLength={MERGE_REASON_LENGTH}
        problem={problem}
        {...reason}
      />
      <div className={styles.acts}>
        <SubmitButton isPending={form.isPending}>
          Merge {from.name} into {into.name}
        </SubmitButton>
        <Button look="bare" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  )
}

/** Merges two entries with dissimilar names, such as a firm and its new name. */
function AnyTwo() {
  const [from, setFrom] = useState<Chosen | null>(null)
  const [into, setInto] = useState<Chosen | null>(null)
  const known = (chosen: Chosen | null) => (chosen?.kind === 'known' ? chosen : null)
  const clear = () => {
    setFrom(null)
    setInto(null)
  }
  return (
    <Section title="Merge any two entries">
      <div className={forms.two}>
        <div>
          <ExpertChoice
            label="Entry to remove"
            mayAdd={false}
            chosen={from}
            onChange={(chosen) => setFrom(known(chosen))}
          />
        </div>
        <div>
          <ExpertChoice
            label="Entry to keep"
            mayAdd={false}
            chosen={into}
            onChange={(chosen) => setInto(known(chosen))}
          />
        </div>
      </div>
      {from?.kind === 'known' && into?.kind === 'known' && (
        <MergeForm from={from.expert} into={into.expert} onClose={clear} />
      )}
    </Section>
  )
}

function Joined() {
  const { data, isError, refetch } = useQuery(mergesQuery)
  return (
    <Section title="Merged by staff">
      {data === undefined &&
        (isError ? (
          <Failed title="We couldn’t load past merges" onRetry={() => void refetch()} />
        ) : (
          <Rows label="Merged" />
        ))}
      {data?.expert_merges.count === 0 && <p className={styles.empty}>No merges yet.</p>}
      <ul>
        {data?.expert_merges.items.map((merge) => (
          <JoinedRow key={merge.id} merge={merge} />
        ))}
      </ul>
    </Section>
  )
}

function JoinedRow({ merge }: { merge: Merge }) {
  const { time_zone } = useUser()
  const undo = useCommand(UndoExpertMerge, {
    invalidate: SHOWN,
    success: `${merge.from?.name ?? 'The entry'} is a separate entry again`,
    onError: 'show',
  })
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <p>
          <b>{merge.actor.name}</b> merged {merge.from?.name} into {merge.into?.name}{' '}
          <time dateTime={merge.at} className={styles.facts}>
            {longDate(merge.at, time_zone)}
          </time>
        </p>
        <p className={`t-quote ${styles.voice}`}>{merge.reason}</p>
        {merge.undone_at && <p className={styles.facts}>Undone {longDate(merge.undone_at, time_zone)}</p>}
        {undo.error && (
          <p role="alert" className={forms.problem}>
            {errorMessage(undo.error, { fact: 'The merge wasn’t undone' })}
          </p>
        )}
      </div>
      {merge.can_undo && (
        <Button
          disabled={undo.isPending}
          aria-label={`Undo: ${merge.from?.name} into ${merge.into?.name}`}
          onClick={() => void undo.run({ id: merge.id })}
        >
          Undo
        </Button>
      )}
    </li>
  )
}
