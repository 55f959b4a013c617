/** Joins the truthy names: `classNames(styles.entry, isNew && styles.new)`. */
export const classNames = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
