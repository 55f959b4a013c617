import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  AddSearchSynonym,
  GetSearchSynonyms,
  RemoveSearchSynonym,
  type GetSearchSynonymsQuery,
} from '#api/operations.ts'
import { longDate } from '#shared/kit/dates.ts'
import { SYNONYM_LENGTH } from '#shared/search-synonyms.ts'
import styles from '#web/features/search/SynonymsPage.module.css'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import rows from '#web/kit/list/Rows.module.css'
import { execute, operationQuery } from '#web/platform/api/operations.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useUser } from '#web/platform/session/session.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'

const synonymsQuery = operationQuery(GetSearchSynonyms, {}, { staleTime: 0 })
type Pair = GetSearchSynonymsQuery['search_synonyms'][number]

/** Staff keep words that search finds by each other. */
export function SynonymsPage() {
  const { data, isError, refetch } = useQuery(synonymsQuery)
  const pairs = data?.search_synonyms
  return (
    <StaffPage
      title="Synonyms"
      lede="A search for one word also finds the other, ranked lower. Changes apply to the next search."
    >
      {isError && !pairs && (
        <StatePage title="We couldn’t load the synonyms" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!pairs && !isError && <Skeleton width="most" />}
      {pairs && <PairForm />}
      {pairs?.length === 0 && (
        <StatePage title="No synonyms yet">
          Add words that members use for the same thing, such as “NDA” and “confidentiality.”
        </StatePage>
      )}
      {pairs && pairs.length > 0 && (
        <ul className={styles.list} aria-label="Synonyms">
          {pairs.map((pair) => (
            <Row key={pair.id} pair={pair} />
          ))}
        </ul>
      )}
    </StaffPage>
  )
}

function PairForm() {
  const client = useQueryClient()
  const form = useForm({
    initial: { word: '', synonym: '' },
    check: ({ word, synonym }) =>
      word.trim() === ''
        ? { field: 'word', message: 'Enter a word.' }
        : synonym.trim() === ''
          ? { field: 'synonym', message: 'Enter another word for it.' }
          : null,
    submit: (pair) => execute(AddSearchSynonym, pair),
    success: 'Synonym added',
    onDone: ({ addSearchSynonym }) => {
      client.setQueryData(synonymsQuery.queryKey, { search_synonyms: addSearchSynonym })
      form.reset({ word: '', synonym: '' })
    },
  })
  return (
    <form {...form.props} className={styles.form} noValidate aria-label="Add a synonym">
      <FormProblem>{form.problem}</FormProblem>
      <Field label="Word" maxLength={SYNONYM_LENGTH} autoComplete="off" {...form.field('word')} />
      <Field label="Also find" maxLength={SYNONYM_LENGTH} autoComplete="off" {...form.field('synonym')} />
      <div>
        <SubmitButton isPending={form.isPending}>Add</SubmitButton>
      </div>
    </form>
  )
}

function Row({ pair: { id, word, synonym, added_at } }: { pair: Pair }) {
  const { time_zone } = useUser()
  const remove = useCommand(RemoveSearchSynonym, {
    invalidate: [synonymsQuery.queryKey],
    success: `Removed: ${word} and ${synonym}`,
    messages: { title: 'Nothing was changed' },
  })
  return (
    <li className={rows.row}>
      <span className={rows.grow}>
        {word} and {synonym}
        <span className={rows.quiet}>, since {longDate(added_at, time_zone)}</span>
      </span>
      <Button
        disabled={remove.isPending}
        aria-label={`Remove: ${word} and ${synonym}`}
        onClick={() => void remove.run({ id })}
      >
        Remove
      </Button>
    </li>
  )
}
