/**
 * The name under which a file of a member is kept. Whatever it was called, what remains is short, plain and harmless
 * in every folder, header and terminal: no path, no line break, nothing that turns the direction of reading.
 */
export const FILE_NAME_LENGTH = 30
export const FILE_NAME_DEFAULT = 'document'
const EXTENSION = /\.([a-z0-9]{1,5})$/i

// Categories: control, format (direction marks), surrogates, private use, unassigned; marks; symbols. Emoji are symbols
// or format characters or carry the property.
const REMOVED =
  /[\p{C}\p{M}\p{S}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Default_Ignorable_Code_Point}#%&{}\\<>*?/$!'"@+_`|=]/gu
const EDGES = /^[ .\-_]+|[ .\-_]+$/g

/** Of "Report.PDF" it is "pdf"; without one, an empty text. */
export const extensionOf = (name: string): string => EXTENSION.exec(name.trim())?.[1]?.toLowerCase() ?? ''

/** A name without its extension by the rule, in its order (DECISION-filename-steps). */
export function sanitizeFileName(name: string, limit = FILE_NAME_LENGTH): string {
  const kept = name
    .replaceAll(/\s+/gu, ' ')
    .normalize('NFD')
    .replaceAll(REMOVED, '')
    .normalize('NFC')
    // What was removed may have stood between two spaces.
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(EDGES, '')
  // Cut by characters, and trimmed again: the cut may end in a space.
  const cut = [...kept].slice(0, limit).join('').replaceAll(EDGES, '')
  return cut === '' ? FILE_NAME_DEFAULT : cut
}

/** The whole name: sanitised, with its extension, or with the one that fits what the file really is. */
export function cleanFileName(name: string, extension = extensionOf(name)): string {
  const bare = name.trim().replace(EXTENSION, '')
  return extension === '' ? sanitizeFileName(bare) : `${sanitizeFileName(bare)}.${extension}`
}
