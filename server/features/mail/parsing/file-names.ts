/** Cleans attachment names as specified: the listed steps for the name; the extension is preserved. */
const NAME_LENGTH = 30
const EXTENSIONS: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'text/plain': 'txt',
  'text/html': 'html',
  'text/calendar': 'ics',
  'text/vcard': 'vcf',
  'message/rfc822': 'eml',
}

export function fileName(name: string, fileType: string): string {
  const extension = /\.([A-Za-z0-9]{1,10})$/.exec(name.trim())?.[1] ?? EXTENSIONS[fileType.toLowerCase()]
  const stem = name.trim().replace(/\.[A-Za-z0-9]{1,10}$/, '')
  const clean = stem
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{Cc}/gu, '')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}\u200d\ufe0f]/gu, '')
    .replaceAll(/[#%&{}\\<>*?/$!'"@+_`|=]|\p{S}/gu, '')
    .replaceAll(/^[\s.\-_]+|[\s.\-_]+$/g, '')
  const cut =
    [...clean]
      .slice(0, NAME_LENGTH)
      .join('')
      .replaceAll(/[\s.\-_]+$/g, '') || 'document'
  return extension ? `${cut}.${extension.toLowerCase()}` : cut
}
