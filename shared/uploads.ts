/** What may be attached: kinds, limits, and the sentences for what is refused, the same on both sides. */
import { cleanFileName, extensionOf } from '#shared/kit/file-names.ts'

export const UPLOAD_BYTES = 25_000_000
export const FILES_PER_POST = 10
export const UPLOADS_PER_HOUR = 60
/** How long a file waits for the post that names it. */
export const UPLOAD_WAITS_HOURS = 24
export const PREVIEW_PIXELS = 640

/** A file that was uploaded, as a post names it. */
export interface UploadedFile {
  key: string
  name: string
  file_type: string
  size: number
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const OPEN = 'application/vnd.oasis.opendocument'

/** How the cameras of many telephones write; it is kept as JPEG, which everybody can open. */
export const HEIC = 'heic'

/** The media type of each extension that may be attached. The first extension of a type is the one that is kept. */
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
/** What a file chooser offers. */
export const ACCEPTED = Object.keys(FILE_TYPES)
  .map((extension) => `.${extension}`)
  .join(',')

export const inMegabytes = (bytes: number) => `${(Math.ceil(bytes / 100_000) / 10).toLocaleString('en-US')} MB`

const named = (name: string) => `“${cleanFileName(name)}”`

/** Without a size where it was cut off before its end was seen. */
export const fileTooLarge = (name: string, size?: number) =>
  `${named(name)} has ${size === undefined ? `more than ${inMegabytes(UPLOAD_BYTES)}` : inMegabytes(size)}; at most ${inMegabytes(UPLOAD_BYTES)} fit. Make it smaller, or share it in parts.`
export const fileEmpty = (name: string) => `${named(name)} is empty. Choose another file.`
export const fileOfWrongKind = (name: string) =>
  `${named(name)} cannot be attached. Attach a PDF, an Office document, a picture (PNG, JPEG, GIF, WebP, HEIC) or plain text.`
export const tooManyFiles = () => `At most ${FILES_PER_POST} files fit into one post. Remove one first.`
export const tooManyUploads = (minutes: number) =>
  `You have uploaded ${UPLOADS_PER_HOUR} files within an hour. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
export const fileGone = (name: string) =>
  `${named(name)} is no longer here: a file waits ${UPLOAD_WAITS_HOURS} hours for its post. Remove it and attach it again; nothing else is lost.`
export const fileNamesWriter = (name: string) =>
  `The name of the file ${named(name)} tells who you are. Rename it and attach it again; your text is kept.`

/** Why a file cannot go with an anonymous post; null when it can. A picture is drawn anew, a plain text holds its words alone. */
export const unnamedFileProblem = (files: readonly { name: string; file_type: string }[]): string | null => {
  const telling = files.find(({ file_type }) => !/^(image|text)\//.test(file_type))
  return telling
    ? `${named(telling.name)} can hold the name of its author among its properties. To post anonymously, attach pictures of its pages or paste its text; what you wrote is kept.`
    : null
}

/** Why a file cannot be attached, as far as its name and size tell; null when nothing speaks against it. */
export function fileProblem({ name, size }: { name: string; size: number }): string | null {
  const extension = extensionOf(name)
  if (extension !== '' && !(extension in FILE_TYPES)) return fileOfWrongKind(name)
  if (size > UPLOAD_BYTES) return fileTooLarge(name, size)
  if (size === 0) return fileEmpty(name)
  return null
}
