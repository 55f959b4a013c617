/** The palette of member pages: finds content of every kind, goes to pages, and does things. Loaded on first use. */
import { useQuery } from '@tanstack/react-query'
import { IconClock } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { useFound } from '#web/features/search/palette/use-found.tsx'
import { suggestionsQuery } from '#web/features/search/search.queries.ts'
import { Palette, type PaletteContent, type PaletteGroup, type PaletteRow } from '#web/kit/palette/Palette.tsx'
import { navigateTo } from '#web/platform/navigation/navigation.ts'
import { recentPages } from '#web/platform/navigation/recent-pages.ts'
import { stringifySearch } from '#web/platform/navigation/search-params.ts'
import { useUser } from '#web/platform/session/session.ts'
import type { PaletteProps } from '#web/platform/shell/navigation/SearchBar.tsx'
import { fits, useActs } from '#web/routes/palette/acts.tsx'
import { pagesFor } from '#web/routes/palette/pages.tsx'

const RECENT_SHOWN = 4
const SEARCHES_SHOWN = 3
const ACTS_BEFORE_TYPING = 5
const DESKS_SHOWN = 4
const PAGES_SHOWN = 3
/** "message priya" */
const MESSAGE_TO = /^(?:message|write to|chat with)\s+(\S.*)$/i

export default function MemberPalette(props: PaletteProps) {
  return <Palette label="Search everything, or type a command" useContent={useContent} open={navigateTo} {...props} />
}

function useContent(typed: string): PaletteContent {
  const viewer = useUser()
  const words = typed.trim()
  const addressee = MESSAGE_TO.exec(words)?.[1]
  const { groups, people, message } = useFound(addressee ?? typed)
  const acts = useActs(typed, people)
  const recent = useRecent(words === '')
  const desks = useDesks(words)
  const pages = pagesFor(viewer, words)
  if (words === '')
    return {
      message: '',
      groups: [
        { label: 'Recent', rows: recent },
        { label: 'Do', rows: acts.slice(0, ACTS_BEFORE_TYPING) },
        { label: 'Go to', rows: pages },
      ].filter(({ rows }) => rows.length > 0),
    }
  if (addressee !== undefined)
    return {
      message: people.length > 0 ? '' : message,
      groups: [
        { label: 'Do', rows: acts.filter(({ key }) => key.startsWith('message to')) },
        ...groups.filter(({ label }) => label === 'People'),
      ].filter(({ rows }) => rows.length > 0),
    }
  // A page of this name is known at once and stays first, however late the results come.
  const goTo = { label: 'Go to', rows: words.length > 1 ? [...pages.slice(0, PAGES_SHOWN), ...desks] : pages }
  return {
    message,
    groups: [goTo, ...namedFirst(groups, words), { label: 'Do', rows: acts }].filter(({ rows }) => rows.length > 0),
    all: { words: `All results for “${words}”`, href: ROUTES.search + stringifySearch({ q: words }) },
  }
}

/** People come first if the text is the beginning of a name. */
const namedFirst = (groups: readonly PaletteGroup[], words: string) => {
  const people = groups.filter(({ label, rows }) => label === 'People' && fits(rows[0]!.words, words))
  return [...people, ...groups.filter((group) => !people.includes(group))]
}

/** Pages of this visit, then earlier searches. */
function useRecent(isAsked: boolean): PaletteRow[] {
  const viewer = useUser()
  const searches = useQuery({ ...suggestionsQuery('', { userId: viewer.id }), enabled: isAsked }).data ?? []
  const [pages] = useState(recentPages)
  return [
    ...pages.slice(0, RECENT_SHOWN).map(({ href, title }) => ({
      key: `recent ${href}`,
      icon: <IconClock />,
      words: title,
      isContent: true,
      href,
    })),
    ...searches.slice(0, SEARCHES_SHOWN).map(({ query }) => ({
      key: `search ${query}`,
      icon: <IconClock />,
      words: query,
      note: 'Recent search',
      href: ROUTES.search + stringifySearch({ q: query }),
    })),
  ]
}

/** The desks of staff, for staff: their module is loaded only by them. */
function useDesks(words: string): PaletteRow[] {
  const viewer = useUser()
  const [find, setFind] = useState<(words: string) => PaletteRow[]>()
  useEffect(() => {
    if (!viewer.is_staff) return
    import('#web/routes/staff/frame/desk-rows.tsx').then(
      ({ deskRows }) => setFind(() => (typed: string) => deskRows(viewer, typed)),
      () => undefined,
    )
  }, [viewer])
  return words.length > 1 && find ? find(words).slice(0, DESKS_SHOWN) : []
}
