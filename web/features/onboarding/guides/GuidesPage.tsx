import { useCommand } from '#web/platform/forms/use-command.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ArrangeGuides, SwitchGuide } from '#api/operations.ts'
import { GUIDES, GUIDE_KINDS, type GuideKind } from '#shared/guides.ts'
import { counted } from '#shared/kit/text.ts'
import { GUIDE_KEYS, guidesQuery, type Guide } from '#web/features/onboarding/guides/guide-admin.queries.ts'
import { GuideForm } from '#web/features/onboarding/guides/GuideForm.tsx'
import styles from '#web/features/onboarding/guides/GuidesPage.module.css'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { StaffFilters } from '#web/platform/shell/StaffFilters.tsx'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'

const NOTHING_CHANGED = { title: 'Nothing was changed' }

/** Staff edit, order, enable and disable the guides for members. */
export function GuidesPage() {
  const [kind, setKind] = useState<GuideKind>('checklist_item')
  return (
    <StaffPage
      title="Guides"
      lede="Checklists, tours, prompts, and topics for members. Changes take effect the next time a member opens the page."
    >
      <StaffFilters
        choices={GUIDE_KINDS.map((key) => ({ key, label: GUIDES[key].title }))}
        chosen={kind}
        onChoose={setKind}
      />
      <Kind key={kind} kind={kind} />
    </StaffPage>
  )
}

function Kind({ kind }: { kind: GuideKind }) {
  const { data, isError, refetch } = useQuery(guidesQuery(kind))
  const [isAdding, setAdding] = useState(false)
  const { title, one, about } = GUIDES[kind]
  const guides = data?.staff_guides as Guide[] | undefined
  return (
    <>
      <p className={styles.about}>{about}</p>
      {isAdding ? (
        <GuideForm kind={kind} onClose={() => setAdding(false)} />
      ) : (
        <p className={styles.add}>
          <Button look="filled" onClick={() => setAdding(true)}>
            New {one}
          </Button>
        </p>
      )}
      {isError && !guides && (
        <StatePage title="We couldn’t load the guides" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!guides && !isError && <Skeleton width="most" />}
      {guides?.length === 0 && <StatePage title="None yet">Create the first one. Members see it right away.</StatePage>}
      {guides && guides.length > 0 && (
        <ol className={styles.list} aria-label={title}>
          {guides.map((guide, index) => (
            <Row key={guide.id} guide={guide} guides={guides} index={index} />
          ))}
        </ol>
      )}
    </>
  )
}

/** Text that identifies a guide in the list. */
const wordsOf = ({ kind, fields }: Guide) =>
  kind === 'tour'
    ? (fields['items'] as { description: string }[]).map(({ description }) => description).join(' ')
    : String(fields['description'] ?? '')

interface RowProps {
  guide: Guide
  guides: readonly Guide[]
  index: number
}

function Row({ guide, guides, index }: RowProps) {
  const [isOpen, setOpen] = useState(false)
  const { kind, name, enabled, num_of_members } = guide
  return (
    <li className={styles.row} data-off={enabled ? undefined : ''}>
      <span className={styles.place} aria-hidden="true">
        {index + 1}
      </span>
      <div>
        <p className={styles.name}>{name}</p>
        {wordsOf(guide) && <p className={styles.words}>{wordsOf(guide)}</p>}
        <p className={`t-meta ${styles.facts}`}>
          {!enabled && 'Turned off. '}
          {counted(num_of_members, 'member')} {GUIDES[kind].did}
        </p>
        {isOpen ? (
          <GuideForm kind={kind} guide={guide} onClose={() => setOpen(false)} />
        ) : (
          <RowActs guide={guide} guides={guides} index={index} onEdit={() => setOpen(true)} />
        )}
      </div>
    </li>
  )
}

/** Edits a guide, turns it on or off, and moves it up or down. */
function RowActs({ guide, guides, index, onEdit }: RowProps & { onEdit: () => void }) {
  const { id, kind, name, enabled } = guide
  const arrange = useCommand(
    (by: number) => {
      const ids = guides.map((each) => each.id)
      ids.splice(index + by, 0, ...ids.splice(index, 1))
      return execute(ArrangeGuides, { kind, ids })
    },
    {
      invalidate: GUIDE_KEYS,
      success: (_, by) => `Moved ${by < 0 ? 'up' : 'down'}`,
      messages: NOTHING_CHANGED,
    },
  )
  const turn = useCommand(SwitchGuide, {
    invalidate: GUIDE_KEYS,
    success: enabled ? 'Turned off' : 'Turned on',
    messages: NOTHING_CHANGED,
  })
  const isPending = arrange.isPending || turn.isPending
  const move = (by: number) => void arrange.run(by)
  const toggle = () => void turn.run({ kind, id, enabled: !enabled })
  return (
    <div className={styles.acts}>
      <Button look="bare" aria-label={`Edit ${name}`} onClick={onEdit}>
        Edit
      </Button>
      <Button look="bare" disabled={isPending} aria-label={`Turn ${enabled ? 'off' : 'on'} ${name}`} onClick={toggle}>
        Turn {enabled ? 'off' : 'on'}
      </Button>
      <Button look="bare" disabled={isPending || index === 0} aria-label={`Move up ${name}`} onClick={() => move(-1)}>
        Move up
      </Button>
      <Button
        look="bare"
        disabled={isPending || index === guides.length - 1}
        aria-label={`Move down ${name}`}
        onClick={() => move(1)}
      >
        Move down
      </Button>
    </div>
  )
}
