/** What every page needs, but not before it can be used. */
export { checkVersion } from '#web/platform/live/version.ts'
export { watchExternalLinks } from '#web/platform/navigation/external-links.ts'
