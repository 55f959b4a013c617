import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { invoiceFacts, moneyOf } from '#shared/membership.ts'
import { isTheme } from '#shared/networks.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { StatePage } from '#web/kit/StatePage.tsx'
import { useTitle } from '#web/platform/arrival.ts'
import { POST } from '#web/platform/http.ts'
import { usePageProps } from '#web/platform/page-props.ts'
import { ProblemError } from '#web/platform/problems.ts'
import { SimpleFrame } from '#web/platform/shell/SimpleFrame.tsx'
import { applyTheme } from '#web/platform/theme.ts'
import { invoiceQuery, sentenceOf, type ShownInvoice } from '#web/features/membership/membership.queries.ts'
import styles from './Membership.module.css'

/** An invoice, for whoever holds its link. */
export function InvoicePage() {
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const { data, error, refetch } = useQuery(invoiceQuery(token))
  useTitle(data ? `Invoice ${data.number}` : 'Invoice')
  useEffect(() => {
    if (isTheme(data?.theme)) applyTheme(data.theme)
  }, [data])
  return (
    <SimpleFrame>
      {data ? (
        <Invoice token={token} invoice={data} />
      ) : error instanceof ProblemError && error.status === 404 ? (
        <Missing />
      ) : error ? (
        <StatePage level={1} title="We could not load this invoice" again={refetch}>
          Nothing was changed or charged.
        </StatePage>
      ) : (
        <div aria-busy="true">
          <h1 className="visually-hidden">Invoice</h1>
          <Skeleton shape="title" width="half" />
          <Skeleton width="most" />
        </div>
      )}
    </SimpleFrame>
  )
}

function Missing() {
  const { supportEmail } = usePageProps()
  return (
    <StatePage level={1} title="There is no invoice at this address">
      The address may not be complete. Open it again from the mail, or write to{' '}
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
      <dl className={styles.facts}>
        {invoiceFacts(invoice).map(([label, value]) => (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Acts token={token} isOpen={invoice.state === 'open'} />
    </article>
  )
}

function Acts({ token, isOpen }: { token: string; isOpen: boolean }) {
  const [problem, setProblem] = useState<string>()
  const [isLeaving, setLeaving] = useState(false)
  const pay = async () => {
    setLeaving(true)
    const [answer, error] = await POST<{ data: { url: string } }>(`/invoice/${token}/pay`, {})
    if (answer) return location.assign(answer.data.url)
    setProblem(sentenceOf(error))
    setLeaving(false)
  }
  return (
    <>
      <p role="alert" className={problem ? styles.notice : undefined}>
        {problem}
      </p>
      <div className={styles.acts}>
        {isOpen && (
          <Button look="filled" disabled={isLeaving} onClick={() => void pay()}>
            Pay this invoice
          </Button>
        )}
        <ButtonLink href={`/api/invoice/${token}/pdf`}>Save as PDF</ButtonLink>
        <Button onClick={() => print()}>Print</Button>
      </div>
    </>
  )
}
