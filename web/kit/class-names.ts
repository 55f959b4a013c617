/** Joins the names that are there: `classes(styles.entry, isNew && styles.new)`. */
export const classNames = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
