import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SubmitPeerDocument, Geographies, GetExpertises } from '#api/operations.ts'
import { DESCRIPTION_LENGTH, DOCUMENT_TYPES, TITLE_LENGTH, type DocumentType } from '#shared/documents.ts'
import { ROUTES } from '#shared/routes.ts'
import { requestsQuery, useInvalidate } from '#web/features/documents/documents.queries.ts'
import { CleaningReport, undecided } from '#web/features/documents/share/CleaningReport.tsx'
import { FilePart } from '#web/features/documents/share/FilePart.tsx'
import { useDocumentFile } from '#web/features/documents/share/use-document-file.ts'
import styles from '#web/features/documents/Documents.module.css'
import { Checkbox } from '#web/kit/forms/Controls.tsx'
import { RadioGroup } from '#web/kit/forms/Choice.tsx'
import { Field, SelectField, TextAreaField } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { TagPicker } from '#web/kit/list/TagPicker.tsx'
import { execute, operationQuery } from '#web/platform/api/operations.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { BackLink } from '#web/platform/navigation/BackLink.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { useNavigate } from '#web/platform/router/RouterProvider.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'

const areasQuery = operationQuery(GetExpertises, {})
const placesQuery = operationQuery(Geographies, {})

/** Submits a document to staff, with or without the member's name. `requestId`: the request that it answers. */
export function SharePage({ requestId }: { requestId?: number | undefined }) {
  useTitle('Share a document')
  return (
    <Page side={<WhatHappens />}>
      <BackLink />
      <h1 className="t-page-title">Share a document</h1>
      <p className={styles.lede}>
        Share what is yours to share: no privileged advice, no personal data, no text of others without their leave.
      </p>
      <ShareForm requestId={requestId} />
      <div className={styles.below}>
        <WhatHappens />
      </div>
    </Page>
  )
}

function useShareForm(requestId: number | undefined, title: string) {
  const { peer_network_memberships: memberships } = useUser()
  const invalidate = useInvalidate()
  const navigate = useNavigate()
  const [isAnonymous, setAnonymous] = useState(false)
  const upload = useDocumentFile(isAnonymous)
  const [isKept, setKept] = useState(false)
  const file = upload.state.is === 'ready' ? upload.state.file : undefined
  const form = useForm({
    initial: {
      title,
      description: '',
      type: 'template',
      topics: [] as number[],
      geographies: [] as number[],
      networks: memberships.slice(0, 1).map(({ peer_network_id }) => peer_network_id),
    },
    fields: ['title', 'description', 'file', 'topics', 'geographies', 'networks'],
    check: ({ title: written, networks }) => {
      if (!file) return { field: 'file', message: 'Choose a file.' }
      if (written.trim() === '') return { field: 'title', message: 'Enter a title.' }
      return networks.length === 0 ? { field: 'networks', message: 'Choose at least one of your networks.' } : null
    },
    submit: async ({ type, ...written }) => {
      const { submitPeerDocument } = await execute(SubmitPeerDocument, {
        ...written,
        type: type as DocumentType,
        file: file!,
        is_anonymous: isAnonymous,
        keeps_findings: isKept,
        ...(requestId && { request_id: requestId }),
      })
      await invalidate()
      return submitPeerDocument
    },
    success: 'Submitted. Staff read it next',
    onDone: (document) =>
      void navigate({ to: document ? `${ROUTES.peerDocuments}/${document.id}` : ROUTES.peerDocuments }),
  })
  const removeHidden = () => {
    setKept(false)
    upload.removeHidden()
  }
  return { form, upload, isAnonymous, setAnonymous, isKept, setKept, removeHidden }
}

function ShareForm({ requestId }: { requestId: number | undefined }) {
  const request = useQuery({ ...requestsQuery, enabled: requestId !== undefined }).data?.peer_document_requests.find(
    ({ id }) => id === requestId,
  )
  const { name, title: position, company } = useUser()
  const { form, upload, isAnonymous, setAnonymous, isKept, setKept, removeHidden } = useShareForm(requestId, '')
  const reason = undecided(upload.state, isAnonymous, isKept)
  return (
    <form {...form.props} className={styles.form} aria-label="Share a document" noValidate>
      {request && (
        <p className={styles.note}>
          Answers the request “{request.document_title}” of {request.requester?.name ?? 'a member'}, who is told when
          the document is published.
        </p>
      )}
      <FilePart
        state={upload.state}
        problem={form.problemOf('file')}
        onChoose={(chosen) => {
          setKept(false)
          void upload.choose(chosen)
        }}
      />
      <RadioGroup
        label="Share it"
        options={[
          { value: 'named', label: 'With my name', hint: [name, position, company?.name].filter(Boolean).join(', ') },
          {
            value: 'anonymous',
            label: 'Without my name',
            hint: 'No page, count, email or file name shows who shared it. Staff can look it up only with a reason, which is recorded.',
          },
        ]}
        value={isAnonymous ? 'anonymous' : 'named'}
        onChange={({ target }) => setAnonymous(target.value === 'anonymous')}
      />
      {isAnonymous && (
        <CleaningReport state={upload.state} isKept={isKept} onKeep={setKept} onRemoveHidden={removeHidden} />
      )}
      <About form={form} />
      <Tags form={form} />
      <Networks form={form} />
      <FormProblem>{form.problem}</FormProblem>
      <div className={styles.buttons}>
        <SubmitButton isPending={form.isPending || reason !== null}>
          {isAnonymous ? 'Submit without my name' : 'Submit'}
        </SubmitButton>
        {reason && <span className={styles.facts}>{reason}</span>}
      </div>
    </form>
  )
}

type Form = ReturnType<typeof useShareForm>['form']

const About = ({ form }: { form: Form }) => (
  <>
    <Field label="Title" maxLength={TITLE_LENGTH} autoComplete="off" {...form.field('title')} />
    <TextAreaField
      label="What it is for (optional)"
      maxLength={DESCRIPTION_LENGTH}
      rows={3}
      {...form.field('description')}
    />
    <SelectField label="Type" {...form.field('type')}>
      {Object.entries(DOCUMENT_TYPES).map(([type, label]) => (
        <option key={type} value={type}>
          {label}
        </option>
      ))}
    </SelectField>
  </>
)

function Tags({ form: { values, set, problemOf } }: { form: Form }) {
  const areas = useQuery(areasQuery).data?.areas_of_expertise ?? []
  const places = useQuery(placesQuery).data?.geographies ?? []
  const problem = problemOf('topics') ?? problemOf('geographies')
  return (
    <>
      <TagPicker
        label="Topics"
        add="Add a topic"
        options={areas}
        chosen={values.topics}
        onChange={(topics) => set({ topics })}
      />
      <TagPicker
        label="Geographies"
        add="Add a geography"
        options={places}
        chosen={values.geographies}
        onChange={(geographies) => set({ geographies })}
      />
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </>
  )
}

function Networks({ form: { values, set, problemOf } }: { form: Form }) {
  const { peer_network_memberships: memberships } = useUser()
  const toggle = (id: number) =>
    set({
      networks: values.networks.includes(id) ? values.networks.filter((each) => each !== id) : [...values.networks, id],
    })
  return (
    <fieldset className={styles.checks}>
      <legend>Who can open it</legend>
      {memberships.map(({ peer_network_id: id, peer_network }) => (
        <Checkbox
          key={id}
          label={peer_network.display_name}
          checked={values.networks.includes(id)}
          onChange={() => toggle(id)}
        />
      ))}
      {problemOf('networks') && (
        <p role="alert" className={styles.problem}>
          {problemOf('networks')}
        </p>
      )}
    </fieldset>
  )
}

const WhatHappens = () => (
  <>
    <SideNote title="Who can see your name">
      <p className={styles.para}>
        With your name: everyone who can open the document. Without it: no one. Staff can look it up only with a reason,
        and every look-up is recorded.
      </p>
    </SideNote>
    <SideNote title="What happens next">
      <ol>
        <li className={styles.item}>Staff read the file, usually within one business day.</li>
        <li className={styles.item}>
          Under “Your submissions” you see whether it was published, or what to change. With your name, you’re notified;
          without it, nothing is sent.
        </li>
        <li className={styles.item}>You can withdraw it at any time.</li>
      </ol>
    </SideNote>
  </>
)
