import type { RefObject } from 'react'
import type { UploadedFile } from '#shared/uploads.ts'

export const TOOLS = ['bold', 'italic', 'bulletList', 'orderedList', 'blockquote', 'link', 'mention'] as const
export type Tool = (typeof TOOLS)[number]

/** What stands in the editor. It is made out when it is asked for, which a stroke must not wait for. */
export interface EditorValue {
  readonly html: string
  readonly text: string
  readonly mentions: number[]
}

export interface EditorHandle {
  focus(): void
  run(tool: Exclude<Tool, 'link'>): void
  /** The address of the link at the caret, or an empty text. */
  linkAtCaret(): string
  /** Links what is selected, or writes the address; an empty address removes the link. */
  setLink(href: string): void
}

/** The files of what is being written. */
export interface AttachmentState {
  uploaded: UploadedFile[]
  /** Why it cannot be sent yet, in words. */
  problem: string | null
}

/** A member who may be named, or who cannot be because they cannot read it. */
export interface Suggested {
  id: number
  name: string
  title: string | null
  company: { name: string } | null
  can_read: boolean
}

/** Finds whom the letters after @ may mean. */
export type SuggestMembers = (search: string) => Promise<readonly Suggested[]>

/** Somebody or something outside the community that the letters after @ may mean. */
export interface SuggestedOther {
  id: number
  name: string
  /** Who that is, in a line. */
  line: string
  /** Told when its name has been written. */
  onNamed: () => void
}
export type SuggestOthers = (search: string) => Promise<readonly SuggestedOther[]>

/** Null: everybody whom `suggest` says can read it. */
export type AllowedReaders = readonly { id: number }[] | null

export interface EditorProps {
  handle: RefObject<EditorHandle | null>
  initialHtml: string
  label: string
  placeholder: string
  suggest: SuggestMembers
  suggestOutside: SuggestOthers
  focusAtOnce: boolean
  among: AllowedReaders
  onChange: (written: EditorValue) => void
  onActive: (tools: ReadonlySet<Tool>) => void
  onSubmit: () => void
}
