/** Attachments: allowed kinds, limits, and the sentences for refusals, shared by server and browser. */
import { cleanFileName, extensionOf } from '#shared/kit/file-names.ts'
import { counted } from '#shared/kit/text.ts'

export const UPLOAD_BYTES = 25_000_000
export const FILES_PER_POST = 10
/** How long an upload waits for the post that uses it. */
export const UPLOAD_WAITS_HOURS = 24
export const PREVIEW_PIXELS = 640

/** Large files are sent in parts, and go on where they stopped. */
export const RESUMABLE_PATH = '/api/uploads/resumable'
export const RESUMABLE_PART_BYTES = 8_000_000
/** What a large file is for, with its limit. Only staff upload videos. */
export const RESUMABLE_PURPOSES = { document: 100_000_000, video: 2_000_000_000 } as const
export type ResumablePurpose = keyof typeof RESUMABLE_PURPOSES
/** Of one member: files that are still being sent, or that nothing uses yet. */
export const RESUMABLE_AT_ONCE = 5
export const tooManyResumable = () =>
  `You are already uploading ${RESUMABLE_AT_ONCE} large files. Wait until one is used, or try again tomorrow.`
export const videoOfWrongKind = (name: string) =>
  `${named(name)} isn’t a supported video. Upload an MP4 (H.264) or WebM file.`

/** An uploaded file, as a post references it. */
export interface UploadedFile {
  key: string
  name: string
  file_type: string
  size: number
  /** Of a file that goes without its author's name: its hidden sheets, slides and text may be removed. */
  removes_hidden?: boolean | null
}

/** Questions about what readers do not see at first: removed if the member agrees, otherwise the file is not taken. */
export const isHiddenPart = ({ kind }: { kind: string }): boolean => kind.startsWith('hidden_')

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const OPEN = 'application/vnd.oasis.opendocument'

/** The format of most phone cameras; stored as JPEG, which everyone can open. */
export const HEIC = 'heic'

/** The media type of each allowed extension. The first extension of a type is the one used for storing. */
export const FILE_TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: `${OFFICE}.wordprocessingml.document`,
  xls: 'application/vnd.ms-excel',
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  ppt: 'application/vnd.ms-powerpoint',
  pptx: `${OFFICE}.presentationml.presentation`,
  odt: `${OPEN}.text`,
  ods: `${OPEN}.spreadsheet`,
  odp: `${OPEN}.presentation`,
  rtf: 'application/rtf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  [HEIC]: 'image/heic',
  heif: 'image/heic',
  txt: 'text/plain',
  csv: 'text/csv',
  md: 'text/markdown',
}
/** Recordings in formats that every browser plays. Only staff upload them. */
export const VIDEO_TYPES: Readonly<Record<string, string>> = { mp4: 'video/mp4', webm: 'video/webm' }
/** The `accept` attribute of file inputs. */
export const ACCEPTED = Object.keys(FILE_TYPES)
  .map((extension) => `.${extension}`)
  .join(',')

export const inMegabytes = (bytes: number) => `${(Math.ceil(bytes / 100_000) / 10).toLocaleString('en-US')} MB`

const named = (name: string) => `“${cleanFileName(name)}”`

/** `size` is undefined if the upload was cut off before its end. */
export const fileTooLarge = (name: string, size?: number, limit = UPLOAD_BYTES) =>
  `${named(name)} is ${size === undefined ? `over ${inMegabytes(limit)}` : inMegabytes(size)}. The limit is ${inMegabytes(limit)}. Reduce its size, or split it into parts.`
export const fileEmpty = (name: string) => `${named(name)} is empty. Choose another file.`
export const fileOfWrongKind = (name: string) =>
  `${named(name)} isn’t a supported file type. Attach a PDF, an Office document, an image (PNG, JPEG, GIF, WebP, or HEIC), or a plain text file.`
export const tooManyFiles = () => `You can attach up to ${FILES_PER_POST} files to a post. Remove one first.`
export const fileGone = (name: string) =>
  `${named(name)} has expired. Files are held for ${UPLOAD_WAITS_HOURS} hours before posting. Remove it and attach it again; nothing else was lost.`
export const fileNamesWriter = (name: string) =>
  `The file name ${named(name)} reveals who you are. Rename the file and attach it again. Your text is saved.`

/** Formats that can be cleaned of their authors’ names. Images are re-encoded; plain text is only its words. */
const CLEANABLE = /^(image\/|text\/|application\/(pdf$|vnd\.o))/

/** Why a file cannot go with an anonymous post, judged by its format; null if it can, or the server decides. */
export const unnamedFileProblem = (files: readonly { name: string; file_type: string }[]): string | null => {
  const telling = files.find(({ file_type }) => !CLEANABLE.test(file_type))
  return telling ? uncleanFileProblem(telling.name, 'unsupported') : null
}

const UNCLEAN: Record<string, string> = {
  unsupported:
    'is in a format that may contain its author’s name. Save it as PDF or in a current Office format, and attach it again',
  encrypted:
    'is protected by a password, so its author’s name can’t be removed. Remove the protection and attach it again',
  broken: 'is damaged, so its author’s name can’t be removed. Save it again, or paste the text instead',
}
const UNCLEANABLE =
  'may contain its author’s name where it can’t be removed. Attach images of its pages or paste the text instead'

/** Why a file could not be cleaned. `outcome`: of the cleaning. */
export const uncleanFileProblem = (name: string, outcome: string) =>
  `${named(name)} ${UNCLEAN[outcome] ?? UNCLEANABLE}. What you wrote is saved.`

export const REMOVE_HIDDEN = 'Remove hidden parts'
/** The outbox of replies keeps only the sentence of a refusal. */
export const asksAboutHidden = (problem: string | null) => problem?.includes(`Choose “${REMOVE_HIDDEN}”`) ?? false

/** What the member decides about: a file with hidden parts goes nowhere without an answer. */
export const hiddenParts = (name: string, hidden: readonly { where: string }[]) => {
  const places = [...new Set(hidden.map(({ where }) => where))]
  const more = places.length > HIDDEN_PLACES ? [`${places.length - HIDDEN_PLACES} more places`] : []
  const listed = new Intl.ListFormat('en').format([...places.slice(0, HIDDEN_PLACES), ...more])
  return `${named(name)} has hidden parts (${listed}). Choose “${REMOVE_HIDDEN}”, or replace the file.`
}
const HIDDEN_PLACES = 5

/** Where the visible text of a file names its author, or somebody from its properties. */
export const fileTextNamesWriter = (
  name: string,
  { where, text, isOwn, others }: { where: string; text: string; isOwn: boolean; others: number },
) => {
  const more = others === 0 ? '' : ` (and ${counted(others, 'more place')})`
  const what = isOwn ? 'names you' : 'names someone who worked on the file'
  const stop = more === '' && /[.!?…]$/.test(text) ? '' : '.'
  return `In ${named(name)}, ${where} ${what}: “${text}”${more}${stop} Remove it from the file, or post the text instead. What you wrote is saved.`
}

/** Why a file cannot be attached, judged by its name and size; null if nothing is wrong. */
export function fileProblem({ name, size }: { name: string; size: number }, limit = UPLOAD_BYTES): string | null {
  const extension = extensionOf(name)
  if (extension !== '' && !(extension in FILE_TYPES)) return fileOfWrongKind(name)
  if (size > limit) return fileTooLarge(name, size, limit)
  if (size === 0) return fileEmpty(name)
  return null
}
