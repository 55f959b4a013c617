import { useQuery, useQueryClient } from '@tanstack/react-query'
import { GetStaffMailLists, SaveMailList, type GetStaffMailListsQuery } from '#api/operations.ts'
import { MAIL_PREFERENCES } from '#shared/mail.ts'
import { counted } from '#shared/kit/text.ts'
import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { Field, SelectField } from '#web/kit/forms/Field.tsx'
import { FormProblem } from '#web/kit/forms/FormParts.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { execute, operationQuery } from '#web/platform/api/operations.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { usePageProps } from '#web/platform/page-props.ts'
import { PREFERENCE_LABELS } from './mail.queries.ts'
import styles from './MailLists.module.css'

const listsQuery = operationQuery(GetStaffMailLists, {}, { staleTime: 0 })
type MailList = GetStaffMailListsQuery['staff_mail_lists'][number]

/** Staff set the address of each network's list, and what its emails do. */
export function MailLists() {
  const { data, isError, refetch } = useQuery(listsQuery)
  const lists = data?.staff_mail_lists
  return (
    <>
      {isError && !lists && (
        <StatePage title="We couldn’t load the mailing lists" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!lists && !isError && <Skeleton width="most" />}
      {lists?.map((list) => (
        <ListSection key={list.id} list={list} />
      ))}
    </>
  )
}

function ListSection({ list }: { list: MailList }) {
  return (
    <section className={styles.list}>
      <h2 className="t-section">{list.peer_network.display_name}</h2>
      <Facts list={list} />
      <ListForm list={list} />
    </section>
  )
}

const valuesOf = ({ local_part, default_preference, waits_for_review, has_words }: MailList) => ({
  local_part,
  default_preference,
  waits_for_review,
  has_words,
})

function ListForm({ list }: { list: MailList }) {
  const client = useQueryClient()
  const { mailDomain } = usePageProps()
  const { peer_network } = list
  const form = useForm({
    initial: valuesOf(list),
    submit: (values) => execute(SaveMailList, { ...values, peer_network_id: peer_network.id }),
    success: `Saved: ${peer_network.display_name}`,
    onDone: ({ saveMailList: saved }) => {
      const before = client.getQueryData(listsQuery.queryKey)?.staff_mail_lists ?? []
      client.setQueryData(listsQuery.queryKey, {
        staff_mail_lists: before.map((each) => (each.id === saved.id ? saved : each)),
      })
      form.reset(valuesOf(saved))
    },
  })
  return (
    <form {...form.props} className={styles.form} noValidate aria-label={peer_network.display_name}>
      <FormProblem>{form.problem}</FormProblem>
      <Field
        label="Address"
        hint={`The part before @${mailDomain}. Mail to an earlier address is refused.`}
        autoComplete="off"
        spellCheck={false}
        {...form.field('local_part')}
      />
      <SelectField label="Network default" {...form.field('default_preference')}>
        {MAIL_PREFERENCES.map((value) => (
          <option key={value} value={value}>
            {PREFERENCE_LABELS[value]}
          </option>
        ))}
      </SelectField>
      <CheckboxField
        label="Wait for review"
        hint="Emails are sent only after staff approved the post."
        {...form.checkbox('waits_for_review')}
      />
      <CheckboxField
        label="Include the words"
        hint="Otherwise emails only say that there is something new."
        {...form.checkbox('has_words')}
      />
      <div>
        <Button look="filled" type="submit" disabled={form.isPending || !form.isChanged}>
          Save
        </Button>
      </div>
    </form>
  )
}

function Facts({ list }: { list: MailList }) {
  const { mailDomain } = usePageProps()
  const facts = [
    [PREFERENCE_LABELS.all, counted(list.num_of_all, 'member')],
    [PREFERENCE_LABELS.daily_digest, counted(list.num_of_daily_digest, 'member')],
    [PREFERENCE_LABELS.none, counted(list.num_of_none, 'member')],
    ['Helpful in 90 days', list.num_of_helpful.toLocaleString('en-US')],
    ['Not helpful', list.num_of_not_helpful.toLocaleString('en-US')],
  ] as const
  return (
    <>
      <p className={styles.address}>
        {list.local_part}@{mailDomain}
      </p>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
