/** A series while staff edit it: lists whose rows are added, moved and removed before one save. */
import type { GetStaffSeriesByIdQuery, SaveSeriesMutationVariables } from '#api/operations.ts'
import type { UploadedFile } from '#shared/uploads.ts'

export type StaffSeries = NonNullable<GetStaffSeriesByIdQuery['staff_series_by_id']>
type Input = SaveSeriesMutationVariables['series']

interface Row {
  /** Of the row while it is edited. */
  key: number
}
export interface PartRow extends Row {
  id?: number
  video_id: number | null
  title: string
  description: string
  /** A day. */
  opens: string
}
export interface DocumentRow extends Row {
  id?: number
  title: string
  opens: string
  file: UploadedFile | null
  file_name: string
}
export interface SpeakerRow extends Row {
  user_id: number | null
  /** The name, or what was typed to find a member. */
  name: string
  title: string
}
export interface SponsorRow extends Row {
  id?: number
  first_name: string
  company: string
  email: string
  paid_for: string
}
export interface Lists {
  videos: readonly PartRow[]
  documents: readonly DocumentRow[]
  speakers: readonly SpeakerRow[]
  sponsors: readonly SponsorRow[]
}

let lastKey = 0
const nextKey = () => (lastKey += 1)
export const newRows = {
  videos: (): PartRow => ({ key: nextKey(), video_id: null, title: '', description: '', opens: '' }),
  documents: (): DocumentRow => ({ key: nextKey(), title: '', opens: '', file: null, file_name: '' }),
  speakers: (): SpeakerRow => ({ key: nextKey(), user_id: null, name: '', title: '' }),
  sponsors: (): SponsorRow => ({ key: nextKey(), first_name: '', company: '', email: '', paid_for: '' }),
}

const dayIn = (moment: string | null) => moment?.slice(0, 10) ?? ''
const momentOf = (day: string) => (day === '' ? null : `${day}T00:00:00Z`)

export const listsOf = (series: StaffSeries | null): Lists => ({
  videos: (series?.videos ?? []).map(({ available_from, ...video }) => ({
    ...newRows.videos(),
    ...video,
    opens: dayIn(available_from),
  })),
  documents: (series?.documents ?? []).map(({ available_from, ...document }) => ({
    ...newRows.documents(),
    ...document,
    opens: dayIn(available_from),
  })),
  speakers: (series?.speakers ?? []).map(({ user_id, name, member_name, title }) => ({
    ...newRows.speakers(),
    user_id,
    name: name ?? member_name ?? '',
    title: title ?? '',
  })),
  sponsors: (series?.sponsors ?? []).map(({ id, first_name, company, email, paid_for }) => ({
    ...newRows.sponsors(),
    ...{ id, first_name, company, email, paid_for },
  })),
})

const known = (id: number | undefined) => (id === undefined ? {} : { id })

/** As the operation takes them; a part without a video is refused before. */
export const inputOf = ({ videos, documents, speakers, sponsors }: Lists) =>
  ({
    videos: videos.map(({ id, video_id, title, description, opens }) => ({
      ...known(id),
      video_id: video_id ?? 0,
      title,
      description,
      available_from: momentOf(opens),
    })),
    documents: documents.map(({ id, title, opens, file }) => ({
      ...known(id),
      ...(file && { file }),
      title,
      available_from: momentOf(opens),
    })),
    speakers: speakers.map(({ user_id, name, title }) => ({ ...(user_id ? { user_id } : { name }), title })),
    sponsors: sponsors.map(({ key: _key, id, ...sponsor }) => ({ ...known(id), ...sponsor })),
  }) satisfies Pick<Input, 'videos' | 'documents' | 'speakers' | 'sponsors'>

/** The row one place up or down. */
export function moved<R extends Row>(rows: readonly R[], key: number, by: -1 | 1): R[] {
  const at = rows.findIndex((row) => row.key === key)
  const next = [...rows]
  const [row] = next.splice(at, 1)
  next.splice(Math.max(0, at + by), 0, row!)
  return next
}
