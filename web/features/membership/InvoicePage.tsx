import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { post } from '#web/platform/api/post.ts'
import { FormProblem } from '#web/kit/forms/FormParts.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { customerLines, issuerLines, percentOf } from '#shared/invoices.ts'
import { invoiceFacts, moneyOf } from '#shared/membership.ts'
import { isTheme } from '#shared/networks.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { usePageProps } from '#web/platform/page-props.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { useParams } from '#web/platform/router/match.ts'
import { PlainPage } from '#web/platform/shell/PlainPage.tsx'
import { applyTheme } from '#web/platform/session/theme.ts'
import { invoiceQuery, NOT_CHARGED, type ShownInvoice } from '#web/features/membership/membership.queries.ts'
import styles from './Membership.module.css'

/** An invoice, visible to everyone who has its link. */
export function InvoicePage() {
  const { token = '' } = useParams() as { token?: string }
  const { data, error, refetch } = useQuery(invoiceQuery(token))
  useTitle(data ? `Invoice ${data.number}` : 'Invoice')
  useEffect(() => {
    if (isTheme(data?.theme)) applyTheme(data.theme)
  }, [data])
  return (
    <PlainPage>
      {data ? (
        <Invoice token={token} invoice={data} />
      ) : error instanceof ApiError && error.status === 404 ? (
        <Missing />
      ) : error ? (
        <StatePage level={1} title="We couldn’t load this invoice" again={refetch}>
          Nothing was changed or charged.
        </StatePage>
      ) : (
        <div aria-busy="true">
          <h1 className="visually-hidden">Invoice</h1>
          <Skeleton shape="title" width="half" />
          <Skeleton width="most" />
        </div>
      )}
    </PlainPage>
  )
}

function Missing() {
  const { supportEmail } = usePageProps()
  return (
    <StatePage level={1} title="Invoice not found">
      Part of the address may be missing. Open the link in the email again, or contact{' '}
      <a className={styles.link} href={`mailto:${supportEmail}`}>
        {supportEmail}
      </a>
      .
    </StatePage>
  )
}

function Invoice({ token, invoice }: { token: string; invoice: ShownInvoice }) {
  return (
    <article>
      <h1 className="t-state-title">Invoice {invoice.number}</h1>
      <p className={styles.price}>
        <span className={styles.amount}>{moneyOf(invoice.amount)}</span>
      </p>
      <div className={styles.parties}>
        <Party label="From" lines={issuerLines(invoice.issuer)} />
        <Party label="Billed to" lines={customerLines(invoice.customer)} />
      </div>
      <dl className={styles.facts}>
        {invoiceFacts(invoice).map(([label, value]) => (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Lines invoice={invoice} />
      <Acts token={token} isOpen={invoice.state === 'open'} />
    </article>
  )
}

const Party = ({ label, lines }: { label: string; lines: readonly string[] }) => (
  <section className={styles.party} aria-label={label}>
    <p className={styles.quiet}>{label}</p>
    {lines.map((line, index) => (
      <p key={index}>{line}</p>
    ))}
  </section>
)

/** Invoice lines, tax and total. */
function Lines({ invoice }: { invoice: ShownInvoice }) {
  return (
    <table className={styles.lines}>
      <caption className="visually-hidden">Invoice lines</caption>
      <thead>
        <tr>
          <th scope="col">Description</th>
          <th scope="col">Quantity</th>
          <th scope="col">Unit price</th>
          <th scope="col">Net</th>
          <th scope="col">Tax</th>
          <th scope="col">Gross</th>
        </tr>
      </thead>
      <tbody>
        {invoice.lines.map((line, index) => (
          <tr key={index}>
            <th scope="row">{line.description}</th>
            <td data-label="Quantity">{line.quantity}</td>
            <td data-label="Unit price">{moneyOf(line.unit_price)}</td>
            <td data-label="Net">{moneyOf(line.net)}</td>
            <td data-label="Tax">{percentOf(line.tax_percent)}</td>
            <td data-label="Gross">{moneyOf(line.gross)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {(['net', 'tax', 'amount'] as const).map((sum) => (
          <tr key={sum}>
            <th scope="row" colSpan={5}>
              {SUMS[sum]}
            </th>
            <td>{moneyOf(invoice[sum])}</td>
          </tr>
        ))}
        {invoice.tax_note && (
          <tr>
            <td colSpan={6}>{invoice.tax_note}</td>
          </tr>
        )}
      </tfoot>
    </table>
  )
}

const SUMS = { net: 'Net', tax: 'Tax', amount: 'Total' } as const

function Acts({ token, isOpen }: { token: string; isOpen: boolean }) {
  const [isLeaving, setLeaving] = useState(false)
  const pay = useCommand(() => post<{ url: string }>(`/invoice/${token}/pay`, {}), {
    onError: 'show',
    onSuccess: ({ url }) => {
      setLeaving(true)
      location.assign(url)
    },
  })
  return (
    <>
      <FormProblem>{pay.error && errorMessage(pay.error, NOT_CHARGED)}</FormProblem>
      <div className={styles.acts}>
        {isOpen && (
          <Button look="filled" disabled={pay.isPending || isLeaving} onClick={() => void pay.run()}>
            Pay invoice
          </Button>
        )}
        <ButtonLink href={`/api/invoice/${token}/pdf`}>Save as PDF</ButtonLink>
        <Button onClick={() => print()}>Print</Button>
      </div>
    </>
  )
}
