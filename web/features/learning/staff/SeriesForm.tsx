import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import {
  GetStaffSeries,
  GetStaffSeriesById,
  GetContentNetworks,
  GetVideoChoices,
  SaveSeries,
  Series,
  SeriesByPk,
} from '#api/operations.ts'
import { newKey } from '#shared/kit/ids.ts'
import { SERIES_DESCRIPTION, SERIES_TITLE, seriesProblem } from '#shared/learning.ts'
import type { UploadedFile } from '#shared/uploads.ts'
import { Button } from '#web/kit/Button.tsx'
import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { Field, SelectField, TextAreaField } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { execute, operationQuery } from '#web/platform/api/operations.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { inputOf, listsOf, moved, newRows, type StaffSeries, type Lists } from './edited-series.ts'
import { NewVideo } from './NewVideo.tsx'
import { SpeakerFields } from './SpeakerFields.tsx'
import { UploadField } from './UploadField.tsx'
import styles from '#web/features/learning/Learning.module.css'
import own from './SeriesForm.module.css'

interface Props {
  series: StaffSeries | null
  onClose: () => void
}

/** A rejected value stays in its field, with the error. */
function useSeriesForm({ series, onClose }: Props, lists: Lists, image: UploadedFile | null) {
  const client = useQueryClient()
  return useForm({
    initial: {
      title: series?.title ?? '',
      description: series?.description ?? '',
      peer_network_id: String(series?.network.id ?? ''),
      is_published: series?.published_at !== null && series !== null,
      without_image: false,
    },
    check: (values) => {
      if (values.peer_network_id === '') return { field: 'peer_network_id', message: 'Choose a network.' }
      if (lists.videos.some(({ video_id }) => video_id === null)) return { message: 'Choose a video for each part.' }
      const wrong = seriesProblem({ ...values, ...inputOf(lists) })
      return wrong && (wrong.field in values ? wrong : { message: wrong.message })
    },
    submit: ({ peer_network_id, ...values }) =>
      execute(SaveSeries, {
        ...(series && { id: series.id }),
        series: {
          ...values,
          peer_network_id: Number(peer_network_id),
          ...(image && { image }),
          ...inputOf(lists),
        },
        // A new key for each submit: a rejected series may be changed before the retry.
        idempotency_key: newKey(),
      }),
    success: 'Series saved',
    onDone: () => {
      for (const { name } of [GetStaffSeries, GetStaffSeriesById, Series, SeriesByPk])
        void client.invalidateQueries({ queryKey: [name] })
      onClose()
    },
    messages: { fact: 'Series not saved' },
  })
}

export function SeriesForm({ series, onClose }: Props) {
  const [lists, setLists] = useState(() => listsOf(series))
  const [image, setImage] = useState<UploadedFile | null>(null)
  const form = useSeriesForm({ series, onClose }, lists, image)
  const networks = useQuery(operationQuery(GetContentNetworks, {})).data?.content_networks ?? []
  const edit = { lists, onChange: setLists }
  return (
    <form
      {...form.props}
      className={own.seriesForm}
      aria-label={series ? `Edit: ${series.title}` : 'New series'}
      noValidate
    >
      <Field label="Title" autoComplete="off" maxLength={SERIES_TITLE * 2} {...form.field('title')} />
      <TextAreaField label="Description" rows={3} maxLength={SERIES_DESCRIPTION * 2} {...form.field('description')} />
      <SelectField label="Network" {...form.field('peer_network_id')}>
        <option value="">Choose a network</option>
        {networks.map(({ id, display_name }) => (
          <option key={id} value={id}>
            {display_name}
          </option>
        ))}
      </SelectField>
      <UploadField
        label="Cover image (optional)"
        current={image?.name ?? (series?.image_url ? 'The cover has an image.' : '')}
        accept="image/*"
        onUploaded={setImage}
      />
      {series?.image_url && <CheckboxField label="Remove the image" {...form.checkbox('without_image')} />}
      <PartList {...edit} />
      <DocumentList {...edit} />
      <SpeakerList {...edit} />
      <SponsorList {...edit} />
      <CheckboxField
        label="Published"
        hint="Members of networks with access to documents of this network see it."
        {...form.checkbox('is_published')}
      />
      <FormProblem>{form.problem}</FormProblem>
      <div className={styles.acts}>
        <SubmitButton isPending={form.isPending}>Save series</SubmitButton>
        <Button look="bare" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  )
}

interface Edit {
  lists: Lists
  onChange: (lists: Lists) => void
}
type ListName = keyof Lists
type RowOf<Name extends ListName> = Lists[Name][number]

interface RowsProps<Name extends ListName> extends Edit {
  name: Name
  title: string
  /** "Part": with its number the name of each group. */
  one: string
  isOrdered?: boolean
  children: (row: RowOf<Name>, change: (part: Partial<RowOf<Name>>) => void, number: number) => ReactNode
}

/** Rows that are added, moved and removed. */
function Rows<Name extends ListName>({
  name,
  title,
  one,
  isOrdered = false,
  lists,
  onChange,
  children,
}: RowsProps<Name>) {
  const rows = lists[name] as readonly RowOf<Name>[]
  const replace = (next: readonly RowOf<Name>[]) => onChange({ ...lists, [name]: next })
  return (
    <Section title={title} level={3}>
      {rows.map((row, at) => (
        <fieldset key={row.key} className={own.fields} aria-label={`${one} ${at + 1}`}>
          {children(
            row,
            (part) => replace(rows.map((each) => (each.key === row.key ? { ...each, ...part } : each))),
            at + 1,
          )}
          <p className={own.rowActs}>
            {isOrdered && at > 0 && (
              <Button
                look="bare"
                aria-label={`Move ${one.toLowerCase()} ${at + 1} up`}
                onClick={() => replace(moved(rows, row.key, -1))}
              >
                Move up
              </Button>
            )}
            {isOrdered && at < rows.length - 1 && (
              <Button
                look="bare"
                aria-label={`Move ${one.toLowerCase()} ${at + 1} down`}
                onClick={() => replace(moved(rows, row.key, 1))}
              >
                Move down
              </Button>
            )}
            <Button
              look="bare"
              aria-label={`Remove ${one.toLowerCase()} ${at + 1}`}
              onClick={() => replace(rows.filter(({ key }) => key !== row.key))}
            >
              Remove
            </Button>
          </p>
        </fieldset>
      ))}
      <p className={styles.acts}>
        <Button onClick={() => replace([...rows, newRows[name]() as RowOf<Name>])}>Add {one.toLowerCase()}</Button>
      </p>
    </Section>
  )
}

function PartList(edit: Edit) {
  const videos = useQuery(operationQuery(GetVideoChoices, {})).data?.video_choices ?? []
  /** The part whose video is being uploaded. */
  const [adding, setAdding] = useState<number>()
  return (
    <Rows {...edit} name="videos" title="Parts" one="Part" isOrdered>
      {(part, change, number) => (
        <>
          <SelectField
            label="Video"
            value={part.video_id ?? ''}
            onChange={({ target }) => change({ video_id: target.value === '' ? null : Number(target.value) })}
          >
            <option value="">Choose a video</option>
            {videos.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          {adding === part.key ? (
            <NewVideo onAdded={(video_id) => change({ video_id })} onClose={() => setAdding(undefined)} />
          ) : (
            <p className={own.rowActs}>
              <Button look="bare" aria-label={`Upload the video of part ${number}`} onClick={() => setAdding(part.key)}>
                Upload a video
              </Button>
            </p>
          )}
          <Field
            label={`Title of part ${number}`}
            autoComplete="off"
            value={part.title}
            onChange={({ target }) => change({ title: target.value })}
          />
          <Field
            label="Description (optional)"
            autoComplete="off"
            value={part.description}
            onChange={({ target }) => change({ description: target.value })}
          />
          <Opens value={part.opens} onChange={(opens) => change({ opens })} />
        </>
      )}
    </Rows>
  )
}

const Opens = ({ value, onChange }: { value: string; onChange: (day: string) => void }) => (
  <Field
    label="Opens on (optional)"
    hint="Without a day it is open from the start."
    type="date"
    value={value}
    onChange={({ target }) => onChange(target.value)}
  />
)

const DocumentList = (edit: Edit) => (
  <Rows {...edit} name="documents" title="Documents" one="Document" isOrdered>
    {(document, change) => (
      <>
        <Field
          label="Title of the document"
          autoComplete="off"
          value={document.title}
          onChange={({ target }) => change({ title: target.value })}
        />
        {document.id === undefined ? (
          <UploadField
            label="File"
            current={document.file?.name ?? ''}
            onUploaded={(file) => change({ file, ...(document.title === '' && file && { title: file.name }) })}
          />
        ) : (
          <p className={styles.facts}>{document.file_name}</p>
        )}
        <Opens value={document.opens} onChange={(opens) => change({ opens })} />
      </>
    )}
  </Rows>
)

const SpeakerList = (edit: Edit) => (
  <Rows {...edit} name="speakers" title="Speakers" one="Speaker" isOrdered>
    {(speaker, change) => <SpeakerFields speaker={speaker} onChange={change} />}
  </Rows>
)

const SponsorList = (edit: Edit) => (
  <Rows {...edit} name="sponsors" title="Sponsors" one="Sponsor">
    {(sponsor, change) => (
      <>
        <Field
          label="Company"
          autoComplete="off"
          value={sponsor.company}
          onChange={({ target }) => change({ company: target.value })}
        />
        <Field
          label="Contact’s first name"
          autoComplete="off"
          value={sponsor.first_name}
          onChange={({ target }) => change({ first_name: target.value })}
        />
        <Field
          label="Email address"
          hint="Requests for an introduction go there, with the member’s consent. Members can’t see it."
          autoComplete="off"
          value={sponsor.email}
          onChange={({ target }) => change({ email: target.value })}
        />
        <Field
          label="What the sponsor paid for"
          hint="For example: Paid for recording. Did not choose the content."
          autoComplete="off"
          value={sponsor.paid_for}
          onChange={({ target }) => change({ paid_for: target.value })}
        />
      </>
    )}
  </Rows>
)
