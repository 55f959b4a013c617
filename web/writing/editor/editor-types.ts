import type { RefObject } from 'react'
import type { UploadedFile } from '#shared/uploads.ts'

export const TOOLS = ['bold', 'italic', 'bulletList', 'orderedList', 'blockquote', 'link', 'mention'] as const
export type Tool = (typeof TOOLS)[number]

/** The content of the editor. Serialized on access, because a keystroke must not wait for it. */
export interface EditorValue {
  readonly html: string
  readonly text: string
  readonly mentions: number[]
}

export interface EditorHandle {
  focus(): void
  run(tool: Exclude<Tool, 'link'>): void
  /** The URL of the link at the caret, or an empty string. */
  linkAtCaret(): string
  /** Links the selection, or inserts the URL as text; an empty string removes the link. */
  setLink(href: string): void
}

/** The files of the post being written. */
export interface AttachmentState {
  uploaded: UploadedFile[]
  /** Why the post cannot be sent yet, as a message. */
  problem: string | null
}

/** A member who can be mentioned, or cannot because they cannot read the post. */
export interface Suggested {
  id: number
  name: string
  title: string | null
  company: { name: string } | null
  can_read: boolean
}

/** Finds members for the letters after @. */
export type SuggestMembers = (search: string) => Promise<readonly Suggested[]>

/** Someone or something outside the community to suggest after @. */
export interface SuggestedOther {
  id: number
  name: string
  /** A one-line description. */
  line: string
  /** Called when its name has been inserted. */
  onNamed: () => void
}
export type SuggestOthers = (search: string) => Promise<readonly SuggestedOther[]>

/** Null: every member whom `suggest` marks as able to read it. */
export type AllowedReaders = readonly { id: number }[] | null

export interface EditorProps {
  handle: RefObject<EditorHandle | null>
  initialHtml: string
  label: string
  placeholder: string
  /** Enter submits, outside lists and mentions; otherwise Ctrl Enter does. */
  enterSends: boolean
  suggest: SuggestMembers
  suggestOutside: SuggestOthers
  focusAtOnce: boolean
  among: AllowedReaders
  onChange: (written: EditorValue) => void
  onActive: (tools: ReadonlySet<Tool>) => void
  onSubmit: () => void
}
