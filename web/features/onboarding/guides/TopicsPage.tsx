import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent } from 'react'
import { CompleteOnboardingChecklistItem, SavePersonalizationChoices } from '#api/operations.ts'
import { ROUTES } from '#shared/routes.ts'
import { ButtonLink } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { chosenQuery, offeredQuery, onboardingQuery } from '#web/features/onboarding/onboarding.queries.ts'
import styles from '#web/features/onboarding/Steps.module.css'

/** Chooses the member's topics; saved as a whole. */
export function TopicsPage() {
  useTitle('Your topics')
  const viewer = useQuery(onboardingQuery).data?.viewer
  const network = viewer?.peer_network_memberships.find(({ is_primary }) => is_primary)?.peer_network_id ?? 0
  const offered = useQuery({ ...offeredQuery(network), enabled: network > 0 })
  const chosen = useQuery(chosenQuery)
  const isFailed = offered.isError || chosen.isError
  return (
    <>
      <h1 className="t-state-title">What are you interested in?</h1>
      <p className={`t-reply ${styles.why}`}>
        Choose topics you’d like to read about and be asked about. Only you can see your choices, and you can change
        them anytime.
      </p>
      {isFailed && (
        <StatePage title="We couldn’t load the topics" again={() => Promise.all([offered.refetch(), chosen.refetch()])}>
          Your choices haven’t changed.
        </StatePage>
      )}
      {!isFailed && (!offered.data || !chosen.data) && (
        <div aria-busy="true">
          <Skeleton width="half" />
          <Skeleton width="most" />
          <Skeleton width="half" />
        </div>
      )}
      {offered.data && chosen.data && offered.data.personalization_items.length === 0 && (
        <StatePage title="No topics yet" actions={<ButtonLink href={ROUTES.home}>Go to Home</ButtonLink>}>
          Your network hasn’t set up any topics.
        </StatePage>
      )}
      {offered.data && chosen.data && offered.data.personalization_items.length > 0 && (
        <TopicsForm
          items={offered.data.personalization_items}
          chosen={chosen.data.user_personalization_items.map(({ key }) => key)}
        />
      )}
    </>
  )
}

function TopicsForm({ items, chosen }: { items: { key: string; name: string }[]; chosen: string[] }) {
  const client = useQueryClient()
  // Also completes the checklist item, whether or not the checklist is still shown.
  const complete = useCommand(CompleteOnboardingChecklistItem, { onError: 'show' })
  const save = useCommand(SavePersonalizationChoices, {
    success: 'Topics saved',
    onSuccess: ({ savePersonalizationChoices }) => {
      client.setQueryData(chosenQuery.queryKey, { user_personalization_items: savePersonalizationChoices })
      void complete.run({ key: 'choose_topics' })
    },
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void save.run({ keys: new FormData(event.currentTarget).getAll('topic').map(String) })
  }
  return (
    <form method="post" onSubmit={onSubmit}>
      <fieldset className={styles.choices}>
        <legend className="visually-hidden">Topics</legend>
        {items.map(({ key, name }) => (
          <CheckboxField key={key} label={name} name="topic" value={key} defaultChecked={chosen.includes(key)} />
        ))}
      </fieldset>
      <div className={styles.actions}>
        <SubmitButton isPending={save.isPending}>Save topics</SubmitButton>
        <ButtonLink href={ROUTES.home}>Go to Home</ButtonLink>
      </div>
    </form>
  )
}
