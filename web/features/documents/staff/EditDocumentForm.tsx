import { useQuery } from '@tanstack/react-query'
import { EditPeerDocument, Geographies, GetContentNetworks, GetExpertises } from '#api/operations.ts'
import {
  BANNER_LENGTH,
  DESCRIPTION_LENGTH,
  DOCUMENT_TYPES,
  TITLE_LENGTH,
  type DocumentType,
} from '#shared/documents.ts'
import { useInvalidate, type OwnDocument } from '#web/features/documents/documents.queries.ts'
import styles from '#web/features/documents/Documents.module.css'
import { Button } from '#web/kit/Button.tsx'
import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { Checkbox } from '#web/kit/forms/Controls.tsx'
import { Field, SelectField, TextAreaField } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { TagPicker } from '#web/kit/list/TagPicker.tsx'
import { execute, operationQuery } from '#web/platform/api/operations.ts'
import { useForm } from '#web/platform/forms/use-form.ts'

const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id)

function useEditForm(document: OwnDocument, onClose: () => void) {
  const invalidate = useInvalidate()
  return useForm({
    initial: {
      title: document.title,
      description: document.description,
      type: document.type as string,
      is_featured: document.is_featured,
      featured_banner: document.featured_banner ?? '',
      is_watermarked: document.is_watermarked,
      available_from: document.available_from?.slice(0, 10) ?? '',
      topics: idsOf(document.topics),
      geographies: idsOf(document.geographies),
      networks: idsOf(document.networks),
    },
    submit: async ({ type, available_from, ...written }) => {
      await execute(EditPeerDocument, {
        id: document.id,
        ...written,
        type: type as DocumentType,
        available_from: available_from === '' ? null : `${available_from}T00:00:00Z`,
      })
      await invalidate()
    },
    success: 'Saved',
    onDone: onClose,
  })
}

/** Title, tags, networks, what is featured, and what is stamped. */
export function EditDocumentForm({ document, onClose }: { document: OwnDocument; onClose: () => void }) {
  const form = useEditForm(document, onClose)
  const areas = useQuery(operationQuery(GetExpertises, {})).data?.areas_of_expertise ?? []
  const places = useQuery(operationQuery(Geographies, {})).data?.geographies ?? []
  return (
    <form {...form.props} className={styles.form} aria-label={`Edit ${document.title}`} noValidate>
      <Field label="Title" maxLength={TITLE_LENGTH} autoComplete="off" {...form.field('title')} />
      <TextAreaField label="Description" maxLength={DESCRIPTION_LENGTH} {...form.field('description')} />
      <SelectField label="Type" {...form.field('type')}>
        {Object.entries(DOCUMENT_TYPES).map(([type, label]) => (
          <option key={type} value={type}>
            {label}
          </option>
        ))}
      </SelectField>
      <TagPicker
        label="Topics"
        add="Add a topic"
        options={areas}
        chosen={form.values.topics}
        onChange={(topics) => form.set({ topics })}
      />
      <TagPicker
        label="Geographies"
        add="Add a geography"
        options={places}
        chosen={form.values.geographies}
        onChange={(geographies) => form.set({ geographies })}
      />
      <NetworkChoice document={document} form={form} />
      <CheckboxField label="Featured" {...form.checkbox('is_featured')} />
      <Field
        label="Line above the title (optional)"
        maxLength={BANNER_LENGTH}
        autoComplete="off"
        {...form.field('featured_banner')}
      />
      <CheckboxField label="Print the reader’s name, day and hour on each page" {...form.checkbox('is_watermarked')} />
      <Field label="Can be opened from (optional)" type="date" {...form.field('available_from')} />
      <FormProblem>{form.problem}</FormProblem>
      <div className={styles.buttons}>
        <SubmitButton isPending={form.isPending}>Save</SubmitButton>
        <Button look="bare" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  )
}

interface NetworkChoiceProps {
  document: OwnDocument
  form: ReturnType<typeof useEditForm>
}

/** The networks that the viewer may choose, and those of the document. */
function NetworkChoice({ document, form: { values, set } }: NetworkChoiceProps) {
  const own = useQuery(operationQuery(GetContentNetworks, {})).data?.content_networks ?? []
  const others = document.networks.filter(({ id }) => own.every((each) => each.id !== id))
  const toggle = (id: number) =>
    set({
      networks: values.networks.includes(id) ? values.networks.filter((each) => each !== id) : [...values.networks, id],
    })
  return (
    <fieldset className={styles.checks}>
      <legend>Networks</legend>
      {[...own, ...others].map(({ id, display_name }) => (
        <Checkbox key={id} label={display_name} checked={values.networks.includes(id)} onChange={() => toggle(id)} />
      ))}
    </fieldset>
  )
}
