import { useQuery, useQueryClient } from '@tanstack/react-query'
import { GetContentNetworks, GetEventById, SaveEvent, SearchFilterEvents } from '#api/operations.ts'
import { EVENT_DESCRIPTION, EVENT_TITLE } from '#shared/events.ts'
import { TIME_ZONES } from '#shared/settings.ts'
import { areasQuery, categoriesQuery, locationsQuery, type EventView } from '#web/features/events/events.queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field, SelectField, TextAreaField } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { execute, operationQuery } from '#web/platform/api/operations.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useUser } from '#web/platform/session/session.ts'
import { linesOf, peopleIn } from './people-lines.ts'
import styles from '#web/features/events/Events.module.css'

interface Props {
  event?: EventView
  onClose: () => void
}

const start = (event: EventView | undefined, zone: string) => ({
  peer_network_id: event ? String(event.network.id) : '',
  category_id: event ? String(event.category.id) : '',
  title: event?.title ?? '',
  description: event?.description ?? '',
  wall_start: event?.wall_start ?? '',
  wall_end: event?.wall_end ?? '',
  time_zone: event?.time_zone ?? zone,
  location_id: event?.location ? String(event.location.id) : '',
  venue: event?.venue ?? '',
  capacity: event?.capacity ? String(event.capacity) : '',
  areas: event?.areas_of_expertise.map(({ name }) => name).join(', ') ?? '',
  people: event ? linesOf(event) : '',
})

const numberIn = (text: string) => (text === '' ? null : Number(text))

function useEventForm({ event, onClose }: Props) {
  const client = useQueryClient()
  const { time_zone: zone } = useUser()
  // What the event has may be retired, and is then in no list.
  const areas = [...(useQuery(areasQuery).data?.areas_of_expertise ?? []), ...(event?.areas_of_expertise ?? [])]
  return useForm({
    initial: start(event, zone),
    check: ({ peer_network_id, category_id, people }) => {
      if (peer_network_id === '') return { field: 'peer_network_id', message: 'Choose a network.' }
      if (category_id === '') return { field: 'category_id', message: 'Choose a category.' }
      const { wrong } = peopleIn(people)
      return wrong === undefined
        ? null
        : { field: 'people', message: `“${wrong}” can’t be read. Begin the line with host:, speaker: or sponsor:.` }
    },
    submit: ({ peer_network_id, category_id, location_id, capacity, areas: typed, people, ...fields }) => {
      const names = typed.split(',').map((name) => name.trim().toLowerCase())
      return execute(SaveEvent, {
        ...(event && { id: event.id }),
        event: {
          ...fields,
          peer_network_id: Number(peer_network_id),
          category_id: Number(category_id),
          location_id: numberIn(location_id),
          capacity: numberIn(capacity),
          areas_of_expertise: [
            ...new Set(areas.filter(({ name }) => names.includes(name.toLowerCase())).map(({ id }) => id)),
          ],
          people: peopleIn(people).people,
        },
      })
    },
    success: 'Event saved',
    onDone: () => {
      for (const { name } of [SearchFilterEvents, GetEventById]) void client.invalidateQueries({ queryKey: [name] })
      onClose()
    },
    messages: { fact: 'Event not saved' },
  })
}

/** Creates or changes an event. Times are those of the clock at the venue. */
export function EventForm(props: Props) {
  const form = useEventForm(props)
  const { event, onClose } = props
  return (
    <form {...form.props} className={styles.form} noValidate aria-label={event ? `Edit: ${event.title}` : 'New event'}>
      <Field label="Title" maxLength={EVENT_TITLE} autoComplete="off" {...form.field('title')} />
      <TextAreaField label="Description" rows={4} maxLength={EVENT_DESCRIPTION} {...form.field('description')} />
      <Choices form={form} event={event} />
      <Field label="Starts" type="datetime-local" {...form.field('wall_start')} />
      <Field label="Ends" type="datetime-local" {...form.field('wall_end')} />
      <SelectField label="Time zone of the venue" {...form.field('time_zone')}>
        {TIME_ZONES.map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </SelectField>
      <Field label="Venue" autoComplete="off" {...form.field('venue')} />
      <Field
        label="Places"
        type="number"
        min={1}
        hint="Leave it blank if no one registers here."
        {...form.field('capacity')}
      />
      <Field label="Expertise, separated by commas" autoComplete="off" {...form.field('areas')} />
      <TextAreaField
        label="People"
        hint="A line each: host, speaker or sponsor, a colon, then a member’s email address, or a name and what they do. A zone in parentheses if it isn’t that of the venue."
        rows={5}
        {...form.field('people')}
      />
      <FormProblem>{form.problem}</FormProblem>
      <p className={styles.acts}>
        <SubmitButton isPending={form.isPending}>Save event</SubmitButton>
        <Button look="bare" onClick={onClose}>
          Close
        </Button>
      </p>
    </form>
  )
}

function Choices({ form, event }: { form: ReturnType<typeof useEventForm>; event: EventView | undefined }) {
  const networks = useQuery(operationQuery(GetContentNetworks, {})).data?.content_networks ?? []
  const known = useQuery(categoriesQuery).data?.event_categories ?? []
  const categories = known.filter(({ id, is_retired }) => !is_retired || id === event?.category.id)
  const offered = useQuery(locationsQuery).data?.locations ?? []
  const own = event?.location
  const locations = own && !offered.some(({ id }) => id === own.id) ? [own, ...offered] : offered
  return (
    <>
      <SelectField label="Network" {...form.field('peer_network_id')}>
        <option value="">Choose a network</option>
        {networks.map(({ id, display_name }) => (
          <option key={id} value={id}>
            {display_name}
          </option>
        ))}
      </SelectField>
      <SelectField label="Category" {...form.field('category_id')}>
        <option value="">Choose a category</option>
        {categories.map(({ id, name, parent_category }) => (
          <option key={id} value={id}>
            {parent_category ? `${parent_category.name}: ${name}` : name}
          </option>
        ))}
      </SelectField>
      <SelectField label="Location" {...form.field('location_id')}>
        <option value="">None</option>
        {locations.map(({ id, name, country }) => (
          <option key={id} value={id}>
            {name}, {country}
          </option>
        ))}
      </SelectField>
    </>
  )
}
