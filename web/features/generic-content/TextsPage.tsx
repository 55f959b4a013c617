import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { longDate } from '#shared/kit/dates.ts'
import { CONTENT_SECTION_WORDS, CONTENT_SECTIONS, type ContentSection } from '#shared/generic-content.ts'
import { versionsQuery, type ContentVersion } from '#web/features/generic-content/generic-content.queries.ts'
import { TextForm } from '#web/features/generic-content/TextForm.tsx'
import styles from '#web/features/generic-content/Texts.module.css'
import { Button } from '#web/kit/Button.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import rows from '#web/kit/list/Rows.module.css'
import { useUser } from '#web/platform/session/session.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'

/** Staff write texts for members by section. Every version is kept. */
export function TextsPage() {
  return (
    <StaffPage title="Texts" lede="Members read the text of their network, or else the one for everyone.">
      {CONTENT_SECTIONS.map((section) => (
        <ContentVersions key={section} section={section} />
      ))}
    </StaffPage>
  )
}

/** What is being written: a new text, or one that starts from an earlier version. */
type Writing = 'new' | ContentVersion | null

function ContentVersions({ section }: { section: ContentSection }) {
  const { label, where } = CONTENT_SECTION_WORDS[section]
  const { data, isError, refetch } = useQuery(versionsQuery(section))
  const [writing, setWriting] = useState<Writing>(null)
  const versions = data?.staff_generic_contents ?? []
  return (
    <Section title={label}>
      <p className={styles.about}>{where}</p>
      {isError && !data && (
        <StatePage title="We couldn’t load the versions" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!data && !isError && <Skeleton width="most" />}
      {data && versions.length === 0 && <p className={styles.about}>Nothing written yet. Members see nothing.</p>}
      {versions.length > 0 && (
        <ul aria-label={`Versions: ${label}`}>
          {versions.map((version) => (
            <Version key={version.id} version={version} onUse={() => setWriting(version)} />
          ))}
        </ul>
      )}
      {data && writing === null && (
        <p className={styles.add}>
          <Button aria-label={`New version: ${label}`} onClick={() => setWriting('new')}>
            New version
          </Button>
        </p>
      )}
      {data && writing !== null && (
        <TextForm
          key={writing === 'new' ? 'new' : writing.id}
          section={section}
          networks={data.content_networks}
          from={writing === 'new' ? undefined : writing}
          onClose={() => setWriting(null)}
        />
      )}
    </Section>
  )
}

const STATE_WORDS = { planned: 'Planned for', current: 'Shown since', past: 'Published' } as const

function Version({ version, onUse }: { version: ContentVersion; onUse: () => void }) {
  const { time_zone } = useUser()
  const { state, network, author, note, published_at } = version
  const name = `${network?.display_name ?? 'Everyone'}, ${longDate(published_at, time_zone)}`
  const act = state === 'past' ? 'Bring back' : 'Edit a copy'
  return (
    <li className={rows.row}>
      <div className={rows.grow}>
        <p className={styles.name}>{network?.display_name ?? 'Everyone'}</p>
        {note && <p>{note}</p>}
        <p className={`t-meta ${rows.quiet}`}>
          {STATE_WORDS[state]} {longDate(published_at, time_zone)}, by {author?.name ?? 'a former member of staff'}
        </p>
      </div>
      <Button aria-label={`${act}: ${name}`} onClick={onUse}>
        {act}
      </Button>
    </li>
  )
}
