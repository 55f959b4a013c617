/** What the tools for files take and give. */

/** The text of one page, sheet or slide. */
export interface FilePage {
  number: number
  label: 'Page' | 'Sheet' | 'Slide'
  text: string
}

export type FileOutcome = 'read' | 'encrypted' | 'broken' | 'unpacks_too_much' | 'too_slow' | 'unsupported'

/** Word documents have the pages that their page breaks tell, otherwise one. */
export interface FilePages {
  outcome: FileOutcome
  pages: FilePage[]
}

/** Visible text that identifies the author: where it is (“Page 1”, “Slide 3”, “Header”) and the sentence around it. */
export interface Finding {
  where: string
  text: string
  token: string
}

/** Content that a reader may not see at first, or that was removed: the member must know about it. */
export interface Question {
  kind: 'hidden_sheet' | 'hidden_slide' | 'hidden_text' | 'comments' | 'tracked_changes' | 'embedded_object'
  where: string
  text: string
}

export interface Cleaned {
  outcome: 'cleaned' | 'encrypted' | 'broken' | 'unpacks_too_much' | 'too_slow' | 'unsupported' | 'not_proven'
  bytes: Uint8Array | null
  /** Sentences: “Author and company in the properties”. */
  removed: string[]
  questions: Question[]
  findings: Finding[]
}

export interface Previews {
  outcome: FileOutcome
  /** All pages of the file; `images` has at most as many as were asked for. */
  pages: number
  /** WebP. */
  images: Uint8Array[]
}

export interface Watermarked {
  outcome: FileOutcome
  bytes: Uint8Array | null
}

export interface RedlinePart {
  kind: 'same' | 'added' | 'removed' | 'changed'
  /** Of a changed paragraph. */
  words?: { kind: 'same' | 'added' | 'removed'; text: string }[]
  text: string
}

/** `file_type` is a media type of `FILE_TYPES` in `shared/uploads.ts`. Calls never reject because of a file. */
export interface FileTools {
  /** `letters`: how many are wanted, if not all. */
  pages(bytes: Uint8Array, file_type: string, letters?: number): Promise<FilePages>
  /**
   * `tokens`: the member's name first, then email and employer. `removesHidden`: the member has agreed to remove hidden
   * sheets, slides and text; otherwise they are asked about.
   */
  clean(
    bytes: Uint8Array,
    file_type: string,
    options: { tokens: string[]; removesHidden?: boolean | undefined },
  ): Promise<Cleaned>
  previews(bytes: Uint8Array, file_type: string, options: { pages: number; width: number }): Promise<Previews>
  watermark(bytes: Uint8Array, file_type: string, mark: string): Promise<Watermarked>
  redline(before: FilePage[], after: FilePage[]): Promise<RedlinePart[]>
  close(): Promise<void>
}
