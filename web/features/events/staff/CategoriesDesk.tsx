import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SaveEventCategory, type EventCategoryLineFragment } from '#api/operations.ts'
import { EVENT_IMAGES } from '#shared/events.ts'
import { categoriesQuery } from '#web/features/events/events.queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field, SelectField } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import styles from '#web/features/events/Events.module.css'

/** Categories of events, in two levels. */
export function CategoriesDesk() {
  const categories = useQuery(categoriesQuery).data?.event_categories ?? []
  const [open, setOpen] = useState<number | 'new'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <ul className={styles.list}>
        {categories.map((category) => (
          <li key={category.id} className={styles.deskRow}>
            <div className={styles.material}>
              <div className={styles.about}>
                <p className={styles.personName}>{category.name}</p>
                <p className={styles.facts}>
                  {[category.parent_category?.name, category.hosts_label].filter(Boolean).join('. ')}
                </p>
              </div>
              <Button aria-label={`Edit: ${category.name}`} onClick={() => setOpen(category.id)}>
                Edit
              </Button>
            </div>
            {open === category.id && <CategoryForm category={category} categories={categories} onClose={close} />}
          </li>
        ))}
      </ul>
      <p className={styles.acts}>
        <Button onClick={() => setOpen('new')}>New category</Button>
      </p>
      {open === 'new' && <CategoryForm categories={categories} onClose={close} />}
    </>
  )
}

interface FormProps {
  category?: EventCategoryLineFragment
  categories: readonly EventCategoryLineFragment[]
  onClose: () => void
}

function CategoryForm({ category, categories, onClose }: FormProps) {
  const client = useQueryClient()
  const form = useForm({
    initial: {
      name: category?.name ?? '',
      parent_id: category?.parent_category ? String(category.parent_category.id) : '',
      hosts_label: category?.hosts_label ?? 'Hosts',
      banner: /(\w+)\.svg$/.exec(category?.banner_image ?? '')?.[1] ?? '',
    },
    submit: ({ parent_id, banner, ...fields }) =>
      execute(SaveEventCategory, {
        ...fields,
        ...(category && { id: category.id }),
        parent_id: parent_id === '' ? null : Number(parent_id),
        banner: banner || null,
      }),
    success: 'Category saved',
    onDone: () => {
      void client.invalidateQueries({ queryKey: categoriesQuery.queryKey })
      onClose()
    },
    messages: { fact: 'Category not saved' },
  })
  return (
    <form
      {...form.props}
      className={styles.form}
      noValidate
      aria-label={category ? `Edit: ${category.name}` : 'New category'}
    >
      <Field label="Name" autoComplete="off" {...form.field('name')} />
      <SelectField label="Part of" {...form.field('parent_id')}>
        <option value="">Nothing</option>
        {categories
          .filter(({ id, parent_category }) => !parent_category && id !== category?.id)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </SelectField>
      <Field label="What hosts are called" autoComplete="off" {...form.field('hosts_label')} />
      <SelectField label="Image" {...form.field('banner')}>
        <option value="">That of the parent</option>
        {EVENT_IMAGES.map((image) => (
          <option key={image}>{image}</option>
        ))}
      </SelectField>
      <FormProblem>{form.problem}</FormProblem>
      <p className={styles.acts}>
        <SubmitButton isPending={form.isPending}>Save category</SubmitButton>
        <Button look="bare" onClick={onClose}>
          Close
        </Button>
      </p>
    </form>
  )
}
