import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { SaveBillingDetails } from '#api/operations.ts'
import { COUNTRIES } from '#shared/countries.ts'
import { ADDRESS_LENGTH, COMPANY_LENGTH, TAX_ID_LENGTH } from '#shared/invoices.ts'
import { membershipQuery, priceQuery, type MembershipViewer } from '#web/features/membership/membership.queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { TextAreaField, Field, SelectField } from '#web/kit/Field.tsx'
import { toast } from '#web/platform/toasts/toasts.ts'
import { formValues, useForm } from '#web/platform/forms/use-sending.ts'
import styles from './Membership.module.css'

const FIELDS = ['company', 'address', 'country', 'tax_id'] as const

/** To whom the next invoice is written; the member who pays says so. */
export function BillingDetails({ viewer }: { viewer: MembershipViewer }) {
  const client = useQueryClient()
  const { form, ask, isSending, of, sentence } = useForm(FIELDS)
  const saved = viewer.team_membership?.team.billing_details
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { company = '', address = '', country = '', tax_id = '' } = formValues(event.currentTarget)
    if (!(await ask(SaveBillingDetails, { company, address, country, tax_id }))) return
    toast.success('Billing details saved')
    for (const { queryKey } of [membershipQuery, priceQuery]) await client.invalidateQueries({ queryKey })
  }
  return (
    <section className={styles.section} aria-labelledby="billing-title">
      <h2 id="billing-title" className={`t-section ${styles.title}`}>
        Billing details
      </h2>
      <p className={`t-reply ${styles.standing}`}>
        These appear on your next invoice. Invoices already issued don’t change.
      </p>
      <form
        ref={form}
        className={styles.form}
        noValidate
        aria-label="Billing details"
        onSubmit={(event) => void onSubmit(event)}
      >
        {sentence && <p role="alert">{sentence}</p>}
        <Field
          label="Company"
          name="company"
          autoComplete="organization"
          maxLength={COMPANY_LENGTH}
          defaultValue={saved?.company ?? viewer.team_membership?.team.name}
          problem={of('company')}
        />
        <TextAreaField
          label="Address"
          name="address"
          rows={3}
          autoComplete="street-address"
          maxLength={ADDRESS_LENGTH}
          defaultValue={saved?.address}
          problem={of('address')}
        />
        <SelectField
          label="Country"
          name="country"
          autoComplete="country"
          defaultValue={saved?.country ?? ''}
          problem={of('country')}
        >
          <option value="">Choose a country</option>
          {COUNTRIES.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <Field
          label="VAT or tax ID"
          name="tax_id"
          hint="Leave this blank if your company doesn’t have one."
          autoComplete="off"
          maxLength={TAX_ID_LENGTH}
          defaultValue={saved?.tax_id}
          problem={of('tax_id')}
        />
        <div className={styles.end}>
          <Button look="filled" type="submit" disabled={isSending}>
            Save billing details
          </Button>
        </div>
      </form>
    </section>
  )
}
