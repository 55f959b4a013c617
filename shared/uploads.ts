/** Attachments: allowed kinds, limits, and the sentences for refusals, shared by server and browser. */
import { cleanFileName, extensionOf } from '#shared/kit/file-names.ts'

export const UPLOAD_BYTES = 25_000_000
export const FILES_PER_POST = 10
/** How long an upload waits for the post that uses it. */
export const UPLOAD_WAITS_HOURS = 24
export const PREVIEW_PIXELS = 640

/** An uploaded file, as a post references it. */
export interface UploadedFile {
  key: string
  name: string
  file_type: string
  size: number
}

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
/** Recordings, which only staff upload, for the library. */
export const VIDEO_TYPES: Readonly<Record<string, string>> = { mp4: 'video/mp4', webm: 'video/webm' }
/** The `accept` attribute of file inputs. */
export const ACCEPTED = Object.keys(FILE_TYPES)
  .map((extension) => `.${extension}`)
  .join(',')

export const inMegabytes = (bytes: number) => `${(Math.ceil(bytes / 100_000) / 10).toLocaleString('en-US')} MB`

const named = (name: string) => `“${cleanFileName(name)}”`

/** `size` is undefined if the upload was cut off before its end. */
export const fileTooLarge = (name: string, size?: number) =>
  `${named(name)} is ${size === undefined ? `over ${inMegabytes(UPLOAD_BYTES)}` : inMegabytes(size)}. The limit is ${inMegabytes(UPLOAD_BYTES)}. Reduce its size, or split it into parts.`
export const fileEmpty = (name: string) => `${named(name)} is empty. Choose another file.`
export const fileOfWrongKind = (name: string) =>
  `${named(name)} isn’t a supported file type. Attach a PDF, an Office document, an image (PNG, JPEG, GIF, WebP, or HEIC), or a plain text file.`
export const tooManyFiles = () => `You can attach up to ${FILES_PER_POST} files to a post. Remove one first.`
export const fileGone = (name: string) =>
  `${named(name)} has expired. Files are held for ${UPLOAD_WAITS_HOURS} hours before posting. Remove it and attach it again; nothing else was lost.`
export const fileNamesWriter = (name: string) =>
  `The file name ${named(name)} reveals who you are. Rename the file and attach it again. Your text is saved.`

/** Why a file cannot go with an anonymous post; null if it can. Images are re-encoded; plain text is only its words. */
export const unnamedFileProblem = (files: readonly { name: string; file_type: string }[]): string | null => {
  const telling = files.find(({ file_type }) => !/^(image|text)\//.test(file_type))
  return telling
    ? `${named(telling.name)} may contain its author’s name in its properties. To post anonymously, attach images of its pages or paste the text instead. What you wrote is saved.`
    : null
}

/** Why a file cannot be attached, judged by its name and size; null if nothing is wrong. */
export function fileProblem({ name, size }: { name: string; size: number }, types = FILE_TYPES): string | null {
  const extension = extensionOf(name)
  if (extension !== '' && !(extension in types)) return fileOfWrongKind(name)
  if (size > UPLOAD_BYTES) return fileTooLarge(name, size)
  if (size === 0) return fileEmpty(name)
  return null
}
