import { END_SHARE } from '#shared/materials.ts'

const FEW_SECONDS = 5

interface Resumable {
  duration: number
  progress: { position: number } | null
}

/** Where to begin: not in the first words, and not in the last. */
export function resumedAt({ progress, duration }: Resumable): number {
  const position = progress?.position ?? 0
  return position > FEW_SECONDS && position < duration * END_SHARE ? position : 0
}
