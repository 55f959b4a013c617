import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { staffMembersQuery } from '#web/features/staff-members/staff-members.queries.ts'
import { SearchInput } from '#web/kit/forms/SearchInput.tsx'
import { FieldOptions, type FieldOption } from '#web/kit/list/FieldOptions.tsx'
import { useSettled } from '#web/kit/list/use-settled.ts'
import { navigateTo } from '#web/platform/navigation/navigation.ts'
import { useUser } from '#web/platform/session/session.ts'
import styles from '#web/platform/shell/navigation/SearchBar.module.css'
import { desksFor } from '#web/routes/staff/desks.tsx'

interface Place extends FieldOption {
  path: string
}

const LABEL = 'Go to a desk or a member'
const FEWEST_LETTERS = 2
const WAIT_MS = 150
const MOST_MEMBERS = 5

/** Ctrl K on staff pages: finds desks at once, and members by name or email address. Enter opens the first. */
export function DeskSearch() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <form role="search" aria-label={LABEL} className={styles.bar} onSubmit={(event) => event.preventDefault()}>
      <SearchInput
        ref={field}
        className={styles.field}
        label={LABEL}
        role="combobox"
        aria-expanded="false"
        aria-autocomplete="list"
        placeholder={LABEL}
      />
      <kbd aria-hidden="true">Ctrl K</kbd>
      <FieldOptions field={field} useOptions={usePlaces} onChoose={open} isFirstChosen />
    </form>
  )
}

function open({ path }: Place): string {
  navigateTo(path)
  return ''
}

function usePlaces(typed: string, isOpen: boolean): { options: readonly Place[]; message: string } {
  const words = typed.trim().toLowerCase().split(/\s+/)
  const desks = desksFor(useUser()).flatMap((each) => each.desks)
  const found = desks.filter(({ label, group }) =>
    words.every((word) => `${label} ${group}`.toLowerCase().includes(word)),
  )
  const settled = useSettled(typed, WAIT_MS).trim()
  const isAsked = isOpen && settled.length >= FEWEST_LETTERS && desks.some(({ path }) => path === ROUTES.staffMembers)
  const { data, isFetching } = useQuery({
    ...staffMembersQuery({ search: settled, state: '', network: '' }, 0),
    enabled: isAsked,
  })
  const members = isAsked && typed.trim() !== '' ? (data?.staff_members?.items ?? []) : []
  const options = [
    ...found.map(({ path, label, group }) => ({ key: path, path, words: label, note: group })),
    ...members.slice(0, MOST_MEMBERS).map(({ id, email, user }) => {
      const path = `${ROUTES.staffMembers}/${id}`
      return { key: path, path, words: user.name, note: email }
    }),
  ]
  const isSearching = isFetching || settled !== typed.trim()
  return { options, message: options.length > 0 ? '' : isSearching ? 'Searching…' : 'No desk or member matches.' }
}
