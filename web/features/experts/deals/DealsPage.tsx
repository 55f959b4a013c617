import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { useForm } from '#web/platform/forms/use-form.ts'
import { GetExpertProfile, GetKeptDeals, SaveVendorDeal, type GetKeptDealsQuery } from '#api/operations.ts'
import {
  DEAL_DESCRIPTION_LENGTH,
  MAX_DEAL_RECOMMENDERS,
  DEAL_TEXT_LENGTH,
  DEALS_PAGE,
  expertPath,
} from '#shared/experts.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { newKey } from '#shared/kit/ids.ts'
import { ExpertChoice, type Chosen } from '#web/features/experts/recommend/ExpertChoice.tsx'
import { Failed, Rows } from '#web/features/experts/directory/ListLoadFailed.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import styles from '#web/features/experts/Experts.module.css'
import forms from '#web/features/experts/Forms.module.css'
import { Button } from '#web/kit/Button.tsx'
import { Field, TextAreaField } from '#web/kit/forms/Field.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { execute, operationQuery } from '#web/platform/api/operations.ts'
import { useUser } from '#web/platform/session/session.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'

type Deal = GetKeptDealsQuery['kept_deals']['items'][number]

type Editing = number | 'new' | null

/** Staff manage vendor offers: where each is shown, and which addresses receive requests. */
export function DealsPage() {
  const [editing, setEditing] = useState<Editing>(null)
  return (
    <StaffPage
      title="Vendor offers"
      lede={`Each offer names up to ${MAX_DEAL_RECOMMENDERS} members who recommend the vendor. Vendors learn only what a member agrees to share.`}
    >
      {editing === 'new' ? (
        <Section title="New offer">
          <DealForm deal={null} onClose={() => setEditing(null)} />
        </Section>
      ) : (
        <p className={styles.start}>
          <Button look="filled" onClick={() => setEditing('new')}>
            Add offer
          </Button>
        </p>
      )}
      <Section title="Offers">
        <DealList editing={editing} setEditing={setEditing} />
      </Section>
    </StaffPage>
  )
}

interface DealListProps {
  editing: Editing
  setEditing: (editing: Editing) => void
}

function DealList({ editing, setEditing }: DealListProps) {
  const [offset, setOffset] = useState(0)
  const { data, isError, refetch } = useQuery({
    ...operationQuery(GetKeptDeals, { limit: DEALS_PAGE, offset }),
    placeholderData: keepPreviousData,
  })
  const deals = data?.kept_deals
  if (!deals)
    return isError ? (
      <Failed title="We couldn’t load the offers" onRetry={() => void refetch()} />
    ) : (
      <Rows label="Offers" />
    )
  if (deals.count === 0)
    return (
      <StatePage title="No vendor offers yet">
        <p>Vendor offers appear here, on the vendor’s page, and in discussions that mention the vendor.</p>
      </StatePage>
    )
  return (
    <>
      <ul>
        {deals.items.map((deal) =>
          editing === deal.id ? (
            <li key={deal.id} className={styles.row}>
              <DealForm deal={deal} onClose={() => setEditing(null)} />
            </li>
          ) : (
            <DealRow key={deal.id} deal={deal} onEdit={() => setEditing(deal.id)} />
          ),
        )}
      </ul>
      <Pager offset={offset} count={deals.count} page={DEALS_PAGE} onChange={setOffset} back="Newer" more="Older" />
    </>
  )
}

function placesOf({ show_in_vendor_page, show_in_thread_details }: Deal): string {
  if (show_in_vendor_page && show_in_thread_details) return 'Shown on its page and in discussions'
  if (show_in_vendor_page) return 'Shown on its page'
  return show_in_thread_details ? 'Shown in discussions that mention it' : 'Inactive (not shown)'
}

function DealRow({ deal, onEdit }: { deal: Deal; onEdit: () => void }) {
  const { time_zone } = useUser()
  const { expert, num_of_connections: asked, updated_at, updated_by } = deal
  const facts = [
    placesOf(deal),
    deal.vendor_emails.length === 0 ? 'No contact email' : `Requests go to ${deal.vendor_emails.join(', ')}`,
    asked === 1 ? '1 introduction requested' : `${asked === 0 ? 'No' : asked} introductions requested`,
    updated_at && `Changed ${updated_by ? `by ${updated_by.name} ` : ''}on ${dayOf(updated_at, time_zone)}`,
  ]
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <p className={styles.name}>
          {expert && <Link to={expertPath(expert.id)}>{expert.name}</Link>}: {deal.short_text}
        </p>
        {deal.platform_description && <p className={`t-reply ${styles.text}`}>{deal.platform_description}</p>}
        <p className={styles.facts}>{facts.filter(Boolean).join('. ')}.</p>
      </div>
      <Button aria-label={`Edit: ${deal.short_text}`} onClick={onEdit}>
        Edit
      </Button>
    </li>
  )
}

const addressesIn = (text: string) =>
  text
    .split(/[\n,;]/)
    .map((address) => address.trim())
    .filter(Boolean)

/** The form of an offer. A rejected value stays in its field, with the error. */
function useDealForm(deal: Deal | null, vendor: Chosen | null, onClose: () => void) {
  const client = useQueryClient()
  return useForm({
    initial: {
      short_text: deal?.short_text ?? '',
      platform_description: deal?.platform_description ?? '',
      vendor_first_name: deal?.vendor_first_name ?? '',
      vendor_emails: deal?.vendor_emails.join(', ') ?? '',
      show_in_vendor_page: deal === null || deal.show_in_vendor_page,
      show_in_thread_details: deal?.show_in_thread_details ?? false,
    },
    fields: ['short_text', 'vendor_first_name', 'vendor_emails'],
    check: () =>
      deal || vendor?.kind === 'known' ? null : { field: 'expert_id', message: 'Choose the vendor from the list.' },
    submit: async (values) => {
      await execute(SaveVendorDeal, {
        ...(deal ? { id: deal.id } : vendor?.kind === 'known' && { expert_id: vendor.expert.id }),
        deal: {
          ...values,
          vendor_first_name: values.vendor_first_name || null,
          vendor_emails: addressesIn(values.vendor_emails),
        },
        // A new key for each submit: a rejected offer may be changed before the retry.
        idempotency_key: newKey(),
      })
    },
    success: 'Offer saved',
    onDone: () => {
      onClose()
      for (const { name } of [GetKeptDeals, GetExpertProfile]) void client.invalidateQueries({ queryKey: [name] })
    },
    messages: { fact: 'Offer not saved' },
  })
}

function DealForm({ deal, onClose }: { deal: Deal | null; onClose: () => void }) {
  const [vendor, setVendor] = useState<Chosen | null>(null)
  const form = useDealForm(deal, vendor, onClose)
  return (
    <form
      {...form.props}
      className={forms.form}
      aria-label={deal ? `Edit: ${deal.short_text}` : 'New offer'}
      noValidate
    >
      {!deal && (
        <ExpertChoice
          label="Vendor"
          chosen={vendor}
          onChange={(chosen) => setVendor(chosen?.kind === 'known' ? chosen : null)}
        />
      )}
      <DealFields form={form} />
      <FormProblem>{form.problem}</FormProblem>
      <div className={styles.acts}>
        <SubmitButton isPending={form.isPending}>Save offer</SubmitButton>
        <Button look="bare" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  )
}

function DealFields({ form }: { form: ReturnType<typeof useDealForm> }) {
  return (
    <>
      <Field
        label="Offer in one sentence"
        autoComplete="off"
        maxLength={DEAL_TEXT_LENGTH}
        {...form.field('short_text')}
      />
      <TextAreaField
        label="What the product does (optional)"
        rows={3}
        maxLength={DEAL_DESCRIPTION_LENGTH}
        {...form.field('platform_description')}
      />
      <Field label="Contact’s first name (optional)" autoComplete="off" {...form.field('vendor_first_name')} />
      <Field
        label="Email addresses, separated by commas"
        hint="We email introduction requests to these addresses, with the member’s consent. Members can’t see them."
        autoComplete="off"
        {...form.field('vendor_emails')}
      />
      <CheckboxField label="Show on the vendor’s page" {...form.checkbox('show_in_vendor_page')} />
      <CheckboxField label="Show in discussions that mention the vendor" {...form.checkbox('show_in_thread_details')} />
    </>
  )
}
