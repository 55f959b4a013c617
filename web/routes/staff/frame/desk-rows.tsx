import type { PaletteRow } from '#web/kit/palette/Palette.tsx'
import type { Viewer } from '#web/platform/session/session.ts'
import { desksFor } from '#web/routes/staff/desks.tsx'

/** The desks that the viewer may open and whose name or group has all words of the text. */
export function deskRows(viewer: Viewer, typed: string): PaletteRow[] {
  const words = typed.trim().toLowerCase().split(/\s+/)
  return (
    desksFor(viewer)
      .flatMap(({ desks }) => desks)
      // A desk that is left out of the navigation at times isn’t found here.
      .filter(
        ({ label, group, Wrapper }) =>
          !Wrapper && words.every((word) => `${label} ${group}`.toLowerCase().includes(word)),
      )
      .map(({ path, label, group, Icon }) => ({
        key: `desk ${path}`,
        icon: <Icon />,
        words: label,
        note: group,
        href: path,
      }))
  )
}
