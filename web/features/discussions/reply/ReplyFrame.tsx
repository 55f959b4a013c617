import type { ReactNode, RefObject } from 'react'
import { AudienceChoice, readersOfGroup, readersOfPrivate } from '#web/features/discussions/reply/AudienceChoice.tsx'
import styles from '#web/features/discussions/reply/ReplyComposer.module.css'

/** The audience of a reply, with the texts to show for it. */
export interface ReplyAudience {
  /** The member wants a private reply; it is sent privately if there is a possible recipient. */
  isForFew: boolean
  goesPrivately: boolean
  /** Replies to a private message must be private. */
  mustBePrivate: boolean
  numOfReaders: number
  parties: { id: number }[]
  addressees: string[]
  words: { label: string; placeholder: string; send: string }
  onPrivate: (isPrivate: boolean) => void
}

interface Props {
  label: string
  audience: ReplyAudience
  form?: RefObject<HTMLFormElement | null>
  onSubmit: () => void
  children: ReactNode
}

/** The form of a reply, with the audience choice above the text. */
export function ReplyFrame({ label, audience, form, onSubmit, children }: Props) {
  const { isForFew, goesPrivately, mustBePrivate, numOfReaders, addressees, onPrivate } = audience
  return (
    <form
      ref={form}
      className={goesPrivately ? `${styles.composer} ${styles.isPrivate}` : styles.composer}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <AudienceChoice
        isPrivate={isForFew}
        mustBePrivate={mustBePrivate}
        readers={numOfReaders}
        addressees={addressees}
        onChange={onPrivate}
      />
      <p className={styles.audience}>{readersInWords(audience)}</p>
      {children}
    </form>
  )
}

function readersInWords({ isForFew, addressees, numOfReaders }: ReplyAudience): string {
  if (!isForFew) return readersOfGroup(numOfReaders)
  return addressees.length > 0 ? readersOfPrivate(addressees) : 'Choose who can read this'
}
