import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { RemoveAnswerTemplate, SaveAnswerTemplate } from '#api/operations.ts'
import { REASON_LENGTH, TEMPLATE_NAME_LENGTH } from '#shared/moderation.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field, TextAreaField } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import rows from '#web/kit/list/Rows.module.css'
import { execute } from '#web/platform/api/operations.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import { answerTemplatesQuery, type AnswerTemplate } from '#web/features/moderation/moderation.queries.ts'
import styles from '#web/features/moderation/answer-templates/AnswerTemplatesPage.module.css'

/** Moderators keep reasons that they give often. */
export function AnswerTemplatesPage() {
  const { data, isError, refetch } = useQuery(answerTemplatesQuery)
  const [isOpen, setOpen] = useState(false)
  const templates = data?.answer_templates
  return (
    <StaffPage
      title="Answer templates"
      lede="Reasons that you give often. Choose one in the queue, a report or an appeal, and change it before you decide. All moderators share them."
    >
      {isError && !templates && (
        <StatePage title="We couldn’t load the templates" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!templates && !isError && <Skeleton width="most" />}
      {templates?.length === 0 && !isOpen && (
        <StatePage title="No templates yet">
          Add a reason that you give often, such as for posts that sell something.
        </StatePage>
      )}
      {templates && templates.length > 0 && (
        <ul className={styles.list} aria-label="Answer templates">
          {templates.map((template) => (
            <Row key={template.id} template={template} />
          ))}
        </ul>
      )}
      {templates &&
        (isOpen ? (
          <TemplateForm close={() => setOpen(false)} />
        ) : (
          <Button className={styles.below} onClick={() => setOpen(true)}>
            Add a template
          </Button>
        ))}
    </StaffPage>
  )
}

function TemplateForm({ template, close }: { template?: AnswerTemplate; close: () => void }) {
  const client = useQueryClient()
  const form = useForm({
    initial: { name: template?.name ?? '', text: template?.text ?? '' },
    submit: (values) => execute(SaveAnswerTemplate, { ...(template && { id: template.id }), ...values }),
    success: 'Template saved',
    onDone: ({ saveAnswerTemplate }) => {
      client.setQueryData(answerTemplatesQuery.queryKey, { answer_templates: saveAnswerTemplate })
      close()
    },
  })
  return (
    <form
      {...form.props}
      className={styles.form}
      method="post"
      noValidate
      aria-label={template ? `Edit ${template.name}` : 'New template'}
    >
      <FormProblem>{form.problem}</FormProblem>
      <Field label="Name" autoComplete="off" maxLength={TEMPLATE_NAME_LENGTH} {...form.field('name')} />
      <TextAreaField label="Text" maxLength={REASON_LENGTH.max} {...form.field('text')} />
      <div className={styles.acts}>
        <SubmitButton isPending={form.isPending}>Save</SubmitButton>
        <Button onClick={close}>Cancel</Button>
      </div>
    </form>
  )
}

function Row({ template }: { template: AnswerTemplate }) {
  const [isOpen, setOpen] = useState(false)
  const { id, name, text } = template
  const remove = useCommand(RemoveAnswerTemplate, {
    invalidate: [answerTemplatesQuery.queryKey],
    success: `${name} removed`,
    messages: { title: 'Nothing was changed' },
  })
  if (isOpen)
    return (
      <li className={`${rows.row} ${rows.tall}`}>
        <TemplateForm template={template} close={() => setOpen(false)} />
      </li>
    )
  return (
    <li className={`${rows.row} ${rows.tall}`}>
      <div className={rows.grow}>
        <p className={styles.name}>{name}</p>
        <p className={styles.text}>{text}</p>
      </div>
      <div className={styles.acts}>
        <Button aria-label={`Edit ${name}`} onClick={() => setOpen(true)}>
          Edit
        </Button>
        <Button disabled={remove.isPending} aria-label={`Remove ${name}`} onClick={() => void remove.run({ id })}>
          Remove
        </Button>
      </div>
    </li>
  )
}
