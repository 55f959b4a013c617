import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { PublishGenericContent, type GetStaffGenericContentsQuery } from '#api/operations.ts'
import {
  CONTENT_LENGTH,
  CONTENT_NOTE_LENGTH,
  CONTENT_SECTION_WORDS,
  type ContentSection,
} from '#shared/generic-content.ts'
import { CONTENT_KEYS, type ContentVersion } from '#web/features/generic-content/generic-content.queries.ts'
import styles from '#web/features/generic-content/Texts.module.css'
import { Button } from '#web/kit/Button.tsx'
import { Field, SelectField } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { MessageHtml } from '#web/writing/content/MessageHtml.tsx'
import { cleanBody } from '#web/writing/editor/clean-body.ts'
import { RichTextEditor } from '#web/writing/editor/RichTextEditor.tsx'

interface Props {
  section: ContentSection
  networks: GetStaffGenericContentsQuery['content_networks']
  /** The version that the text starts from. */
  from: ContentVersion | undefined
  onClose: () => void
}

interface Values {
  peer_network_id: string
  note: string
  published_at: string
  html: string
}

const plain = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').trim()

function useTextForm({ section, from, onClose }: Props) {
  const client = useQueryClient()
  // The editor is no control of the form.
  const html = useRef(from?.html ?? '')
  const form = useForm<Values>({
    initial: {
      peer_network_id: from?.network ? String(from.network.id) : '',
      note: from ? 'Brings back an earlier version' : '',
      published_at: '',
      html: '',
    },
    check: ({ published_at }) => problemOf(html.current, published_at),
    submit: async ({ peer_network_id, note, published_at }) => {
      await execute(PublishGenericContent, {
        section,
        peer_network_id: peer_network_id === '' ? null : Number(peer_network_id),
        html: cleanBody(html.current),
        note,
        published_at: published_at === '' ? null : `${published_at}T00:00:00Z`,
      })
      await Promise.all(CONTENT_KEYS.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
    success: (_, { published_at }) => (published_at === '' ? 'Published' : 'Planned'),
    onDone: onClose,
  })
  return { form, html }
}

function problemOf(html: string, day: string) {
  if (plain(html) === '') return { field: 'html', message: 'Write something first.' }
  if (plain(html).length > CONTENT_LENGTH)
    return { field: 'html', message: `Use at most ${CONTENT_LENGTH.toLocaleString('en-US')} characters.` }
  if (day !== '' && Date.parse(day) <= Date.now()) return { field: 'published_at', message: 'Choose a later day.' }
  return null
}

/** Writes a new version of a text, with a preview. */
export function TextForm(props: Props) {
  const { section, networks, from, onClose } = props
  const { form, html } = useTextForm(props)
  const [preview, setPreview] = useState<string | null>(null)
  const { label } = CONTENT_SECTION_WORDS[section]
  return (
    <form {...form.props} className={styles.form} noValidate aria-label={`New version: ${label}`}>
      <FormProblem>{form.problem}</FormProblem>
      <SelectField label="Who reads it" {...form.field('peer_network_id')}>
        <option value="">Everyone without a text of their network</option>
        {networks.map(({ id, display_name }) => (
          <option key={id} value={id}>
            {display_name}
          </option>
        ))}
      </SelectField>
      <div>
        <RichTextEditor
          label="Text"
          placeholder="Write the text"
          suggest={() => Promise.resolve([])}
          restored={from ? { html: from.html, text: plain(from.html) } : null}
          onChange={(written) => (html.current = written.html)}
          onSubmit={form.submit}
        >
          <Button look="bare" onClick={() => setPreview(cleanBody(html.current))}>
            Preview
          </Button>
        </RichTextEditor>
        {form.problemOf('html') && (
          <p role="alert" className={styles.problem}>
            {form.problemOf('html')}
          </p>
        )}
      </div>
      {preview !== null && (
        <section aria-label="Preview" className={styles.preview}>
          <MessageHtml html={preview} className="t-reply" />
        </section>
      )}
      <Field label="Note for staff (optional)" maxLength={CONTENT_NOTE_LENGTH} {...form.field('note')} />
      <Field
        label="Publish on (optional)"
        type="date"
        hint="Leave blank to publish now. A day begins at midnight UTC."
        {...form.field('published_at')}
      />
      <div className={styles.end}>
        <SubmitButton isPending={form.isPending}>
          {form.values.published_at === '' ? 'Publish now' : 'Publish on this day'}
        </SubmitButton>
        <Button look="bare" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
