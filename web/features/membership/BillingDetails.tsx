import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useQueryClient } from '@tanstack/react-query'
import { SaveBillingDetails } from '#api/operations.ts'
import { COUNTRIES } from '#shared/countries.ts'
import { ADDRESS_LENGTH, COMPANY_LENGTH, TAX_ID_LENGTH } from '#shared/invoices.ts'
import { membershipQuery, priceQuery, type MembershipViewer } from '#web/features/membership/membership.queries.ts'
import { execute } from '#web/platform/api/operations.ts'
import { TextAreaField, Field, SelectField } from '#web/kit/forms/Field.tsx'
import styles from './Membership.module.css'

/** Billing details for the next invoice, entered by the billing admin. */
export function BillingDetails({ viewer }: { viewer: MembershipViewer }) {
  const client = useQueryClient()
  const team = viewer.team_membership?.team
  const saved = team?.billing_details
  const form = useForm({
    initial: {
      company: saved?.company ?? team?.name ?? '',
      address: saved?.address ?? '',
      country: saved?.country ?? '',
      tax_id: saved?.tax_id ?? '',
    },
    submit: (values) => execute(SaveBillingDetails, values),
    success: 'Billing details saved',
    onDone: () => {
      for (const { queryKey } of [membershipQuery, priceQuery]) void client.invalidateQueries({ queryKey })
    },
  })
  return (
    <section className={styles.section} aria-labelledby="billing-title">
      <h2 id="billing-title" className={`t-section ${styles.title}`}>
        Billing details
      </h2>
      <p className={`t-reply ${styles.standing}`}>
        These appear on your next invoice. Invoices already issued don’t change.
      </p>
      <form {...form.props} className={styles.form} noValidate aria-label="Billing details">
        <FormProblem>{form.problem}</FormProblem>
        <Field label="Company" autoComplete="organization" maxLength={COMPANY_LENGTH} {...form.native('company')} />
        <TextAreaField
          label="Address"
          rows={3}
          autoComplete="street-address"
          maxLength={ADDRESS_LENGTH}
          {...form.native('address')}
        />
        <SelectField label="Country" autoComplete="country" {...form.native('country')}>
          <option value="">Choose a country</option>
          {COUNTRIES.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <Field
          label="VAT or tax ID"
          hint="Leave this blank if your company doesn’t have one."
          autoComplete="off"
          maxLength={TAX_ID_LENGTH}
          {...form.native('tax_id')}
        />
        <div className={styles.end}>
          <SubmitButton isPending={form.isPending}>Save billing details</SubmitButton>
        </div>
      </form>
    </section>
  )
}
