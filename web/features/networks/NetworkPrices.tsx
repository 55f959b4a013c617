import { RemoveNetworkPrice, SaveNetworkPrice } from '#api/operations.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { dayOf } from '#shared/kit/dates.ts'
import { moneyOf } from '#shared/membership.ts'
import { centsOf, networkPriceProblem } from '#shared/network-prices.ts'
import { NETWORK_KEYS, type ManagedNetwork } from '#web/features/networks/networks.queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import rows from '#web/kit/list/Rows.module.css'
import { execute } from '#web/platform/api/operations.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import styles from './Networks.module.css'

type Price = ManagedNetwork['prices'][number]

/** The days of prices are calendar days, not moments. */
const dayWords = (day: string) => dayOf(`${day}T12:00:00Z`, 'UTC', 0)
const amounts = (price: number, international: number) =>
  `${moneyOf(price)} a year, ${moneyOf(international)} for international members`

interface PricesProps {
  network: ManagedNetwork
  /** The day that a new price begins with, as 2027-01-01. */
  firstDay?: string
  /** Called when a price is typed, and when it is saved or cleared. */
  onUnsaved?: (isUnsaved: boolean) => void
}

/** What a membership costs today and from later days on. */
export function NetworkPrices(props: PricesProps) {
  const { network } = props
  const { billing_membership_price: price, billing_membership_price_international: international } = network.network
  const planned = network.prices.filter(({ state }) => state === 'planned')
  const past = network.prices.filter(({ state }) => state === 'past')
  return (
    <Section title="Membership price">
      <p className={styles.about}>
        Today: {amounts(price, international)}. A new price is for new memberships. Issued invoices don’t change, and
        memberships renew at the price they have until a team’s seats change.
      </p>
      {planned.length > 0 && (
        <ul aria-label="Planned prices">
          {planned.toReversed().map((each) => (
            <Planned key={each.id} price={each} />
          ))}
        </ul>
      )}
      {past.length > 0 && (
        <ul aria-label="Earlier prices">
          {past.map((each) => (
            <li key={each.id} className={rows.row}>
              <span className={`${rows.grow} ${rows.quiet}`}>
                From {dayWords(each.valid_from)}: {amounts(each.price, each.price_international)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <PriceForm {...props} />
    </Section>
  )
}

function Planned({ price }: { price: Price }) {
  const day = dayWords(price.valid_from)
  const { run, isPending } = useCommand(RemoveNetworkPrice, {
    invalidate: NETWORK_KEYS,
    success: 'Planned price removed',
    messages: { title: 'Nothing was changed' },
  })
  return (
    <li className={rows.row}>
      <span className={rows.grow}>
        From {day}: {amounts(price.price, price.price_international)}
      </span>
      <Button
        disabled={isPending}
        aria-label={`Remove the price from ${day}`}
        onClick={() => void run({ id: price.id })}
      >
        Remove
      </Button>
    </li>
  )
}

function PriceForm({ network, firstDay = '', onUnsaved }: PricesProps) {
  const client = useQueryClient()
  const inCents = (values: { valid_from: string; price: string; price_international: string }) => ({
    valid_from: values.valid_from,
    price: centsOf(values.price),
    price_international: centsOf(values.price_international),
  })
  const form = useForm({
    initial: { price: '', price_international: '', valid_from: firstDay },
    check: (values) => networkPriceProblem(inCents(values)),
    submit: async (values) => {
      await execute(SaveNetworkPrice, { peer_network_id: network.id, ...inCents(values) })
      await Promise.all(NETWORK_KEYS.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
    success: (_, { valid_from }) => `Price saved: from ${dayWords(valid_from)}`,
    onDone: () => form.reset(),
  })
  const isUnsaved = form.values.price !== '' || form.values.price_international !== ''
  useEffect(() => onUnsaved?.(isUnsaved), [isUnsaved, onUnsaved])
  const amount = { inputMode: 'decimal', autoComplete: 'off' } as const
  return (
    <form {...form.props} className={`${styles.form} ${styles.fields}`} noValidate aria-label="Change the price">
      <FormProblem>{form.problem}</FormProblem>
      <div className={styles.pair}>
        <Field label="Price" hint="US dollars a year." {...amount} {...form.field('price')} />
        <Field
          label="International price"
          hint="US dollars a year."
          {...amount}
          {...form.field('price_international')}
        />
      </div>
      <Field
        label="Holds from"
        type="date"
        hint="Today or a later day, from midnight UTC."
        {...form.field('valid_from')}
      />
      <div className={styles.end}>
        <SubmitButton look="quiet" isPending={form.isPending}>
          Save price
        </SubmitButton>
      </div>
    </form>
  )
}
