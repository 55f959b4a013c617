import type { RefObject } from 'react'

export const TOOLS = ['bold', 'italic', 'bulletList', 'orderedList', 'blockquote', 'link', 'mention'] as const
export type Tool = (typeof TOOLS)[number]

export interface Written {
  html: string
  text: string
  mentions: number[]
}

export interface EditorHandle {
  focus(): void
  run(tool: Exclude<Tool, 'link'>): void
  /** The address of the link at the caret, or an empty text. */
  linkAtCaret(): string
  /** Links what is selected, or writes the address; an empty address removes the link. */
  setLink(href: string): void
}

/** Null: everybody who can read the thread. */
export type Among = readonly { id: number }[] | null

export interface EditorProps {
  handle: RefObject<EditorHandle | null>
  initialHtml: string
  label: string
  placeholder: string
  threadId: number | null
  focusAtOnce: boolean
  among: Among
  onChange: (written: Written) => void
  onActive: (tools: ReadonlySet<Tool>) => void
  onSubmit: () => void
}
