import { useQuery } from '@tanstack/react-query'
import { offerApproval } from '#web/features/approvals/ask-for-approval.tsx'
import { showErrorToast } from '#web/platform/api/error-message.ts'
import { GetNetworkAccess, GetNetworkAccessEffects, SetNetworkAccess } from '#api/operations.ts'
import { ACCESS_KINDS, ACCESS_WORDS, accessProblem, effectSentence, type AccessKind } from '#shared/network-access.ts'
import type { Pair } from '#web/features/networks/access.queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { operationQuery } from '#web/platform/api/operations.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import styles from './Access.module.css'

interface Props {
  pair: Pair
  kinds: readonly AccessKind[]
  onChange: (kinds: readonly AccessKind[]) => void
  onClose: () => void
}

const NOTHING_CHANGED = { title: 'Nothing was changed' }

/** One cell of the matrix: what is open, what the change means, and saving it. */
export function AccessChange({ pair, kinds, onChange, onClose }: Props) {
  const { from_network: from, to_network: to } = pair
  const changed = ACCESS_KINDS.filter((kind) => pair.kinds.includes(kind) !== kinds.includes(kind))
  const problem = accessProblem(kinds)
  const { run, isPending } = useCommand(SetNetworkAccess, {
    invalidate: [[GetNetworkAccess.name], [GetNetworkAccessEffects.name]],
    success: `Saved: ${from.display_name} in ${to.display_name}`,
    onSuccess: onClose,
    onError: (error, asked) => offerApproval(error, SetNetworkAccess, asked) || showErrorToast(error, NOTHING_CHANGED),
  })
  return (
    <>
      <Section title={`Members of ${from.display_name} in ${to.display_name}`}>
        <div className={styles.kinds}>
          {ACCESS_KINDS.map((kind) => (
            <CheckboxField
              key={kind}
              label={ACCESS_WORDS[kind].label}
              checked={kinds.includes(kind)}
              onChange={({ target }) =>
                onChange(target.checked ? [...kinds, kind] : kinds.filter((each) => each !== kind))
              }
            />
          ))}
        </div>
        {problem && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </Section>
      {changed.length > 0 && (
        <Section title="What your change means">
          <Effects pair={pair} kinds={kinds} changed={changed} />
        </Section>
      )}
      <div className={styles.end}>
        <Button
          look="filled"
          disabled={isPending || changed.length === 0 || problem !== undefined}
          onClick={() => void run({ from_network_id: from.id, to_network_id: to.id, kinds: [...kinds] })}
        >
          Save
        </Button>
        <Button disabled={isPending} onClick={onClose}>
          Undo the change
        </Button>
      </div>
    </>
  )
}

interface EffectsProps {
  pair: Pair
  kinds: readonly AccessKind[]
  changed: readonly AccessKind[]
}

function Effects({ pair: { from_network: from, to_network: to }, kinds, changed }: EffectsProps) {
  const asked = { from_network_id: from.id, to_network_id: to.id }
  const { data, isError, refetch } = useQuery(operationQuery(GetNetworkAccessEffects, asked, { staleTime: 0 }))
  if (isError && !data)
    return (
      <StatePage title="We couldn’t count what it means" again={refetch}>
        Nothing was changed.
      </StatePage>
    )
  if (!data) return <Skeleton width="most" />
  return (
    <ul aria-label="What your change means" aria-live="polite">
      {data.network_access_effects
        .filter(({ kind }) => changed.includes(kind))
        .map((effect) => (
          <li key={effect.kind} className={styles.effect}>
            {effectSentence(effect, kinds.includes(effect.kind), [from.display_name, to.display_name])}
          </li>
        ))}
      <li className={styles.effect}>
        This also holds for search, suggestions and the assistant, from the next request.
      </li>
    </ul>
  )
}
