/**
 * Sanitizes the file names of members. The result is short, plain and harmless in every folder, header and terminal: no
 * path, no line break, no character that changes the text direction.
 */
export const FILE_NAME_LENGTH = 30
export const FILE_NAME_DEFAULT = 'document'
const EXTENSION = /\.([a-z0-9]{1,5})$/i

// Categories: control, format (direction marks), surrogates, private use, unassigned; marks; symbols. Emoji are symbols
// or format characters, or have the property.
const REMOVED =
  /[\p{C}\p{M}\p{S}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Default_Ignorable_Code_Point}#%&{}\\<>*?/$!'"@+_`|=]/gu
const EDGES = /^[ .\-_]+|[ .\-_]+$/g

/** "pdf" for "Report.PDF"; an empty string if there is no extension. */
export const extensionOf = (name: string): string => EXTENSION.exec(name.trim())?.[1]?.toLowerCase() ?? ''

/** Sanitizes a name without extension, in the order of the rule (DECISION-filename-steps). */
export function sanitizeFileName(name: string, limit = FILE_NAME_LENGTH): string {
  const kept = name
    .replaceAll(/\s+/gu, ' ')
    .normalize('NFD')
    .replaceAll(REMOVED, '')
    .normalize('NFC')
    // Removing characters can leave two spaces next to each other.
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(EDGES, '')
  // Cut by code points, then trim again: the cut may end in a space.
  const cut = [...kept].slice(0, limit).join('').replaceAll(EDGES, '')
  return cut === '' ? FILE_NAME_DEFAULT : cut
}

/** The full name: sanitized, with its own extension or the one that matches the actual content. */
export function cleanFileName(name: string, extension = extensionOf(name)): string {
  const bare = name.trim().replace(EXTENSION, '')
  return extension === '' ? sanitizeFileName(bare) : `${sanitizeFileName(bare)}.${extension}`
}
