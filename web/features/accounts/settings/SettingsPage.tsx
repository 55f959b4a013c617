import { useEffect, useState, type ReactNode } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { SearchField } from '#web/kit/forms/SearchField.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { useLocation } from '#web/platform/router/RouterProvider.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import styles from './SettingsPage.module.css'

export interface SettingsSection {
  /** URL fragment: /profile/settings#devices. */
  id: string
  title: string
  /** Other words that the search matches. */
  keywords: string
  element: ReactNode
}

/** After one of these events, stop scrolling automatically. */
const HANDS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
/** Every word must match, in any order. */
const fits = ({ title, keywords }: SettingsSection, search: string) =>
  plain(search)
    .split(/\s+/)
    .every((word) => plain(`${title} ${keywords}`).includes(word))

/** Scrolls to the section of the URL fragment, and stays there while the sections above load. */
function useNamedSection(): void {
  const hash = useLocation().hash
  useEffect(() => {
    const section = document.getElementById(hash)
    if (!section?.parentElement) return
    const observer = new ResizeObserver(() => section.scrollIntoView())
    observer.observe(section.parentElement)
    const stop = () => observer.disconnect()
    for (const hand of HANDS) addEventListener(hand, stop, { once: true, passive: true })
    return () => {
      stop()
      for (const hand of HANDS) removeEventListener(hand, stop)
    }
  }, [hash])
}

/** Settings sections of all features, with a search. Each section saves separately. */
export function SettingsPage({ sections }: { sections: readonly SettingsSection[] }) {
  useTitle('Settings')
  useNamedSection()
  const [search, setSearch] = useState('')
  const found = sections.filter((section) => fits(section, search))
  return (
    <Page side={<Contents sections={found} />}>
      <h1 className="t-page-title">Settings</h1>
      <p className={styles.lead}>Each setting is saved on its own.</p>
      <search className={styles.search}>
        <SearchField
          label="Search settings"
          hasIcon={false}
          placeholder="Search settings"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </search>
      <p role="status" className="visually-hidden">
        {search && `${found.length} of ${sections.length} sections`}
      </p>
      {sections.map((section) => (
        // Hide instead of unmounting, so that unsaved input is not lost.
        <section
          key={section.id}
          id={section.id}
          className={styles.section}
          aria-labelledby={`${section.id}-title`}
          hidden={!found.includes(section)}
        >
          <h2 id={`${section.id}-title`} className={`t-section ${styles.title}`}>
            {section.title}
          </h2>
          {section.element}
        </section>
      ))}
      {found.length === 0 && (
        <StatePage
          title={`No settings match “${search.trim()}”`}
          actions={<Button onClick={() => setSearch('')}>Show all settings</Button>}
        >
          Try another word, such as email, password, or device.
        </StatePage>
      )}
    </Page>
  )
}

const Contents = ({ sections }: { sections: readonly SettingsSection[] }) => (
  <nav aria-label="Settings">
    <ul className={styles.contents}>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ul>
  </nav>
)
