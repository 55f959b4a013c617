/** The boxes of cell comments in a drawing of a sheet: they repeat nothing, but go with the comments. */
const SHAPE = /<v:shape\b(?:(?!<\/v:shape>)[\s\S])*<\/v:shape>/g
const NOTE = /ObjectType\s*=\s*["']Note["']/

/** Null if nothing else is in the drawing. */
export function withoutNotes(vml: string): string | null {
  if (!NOTE.test(vml)) return vml
  const rest = vml.replace(SHAPE, (shape) => (NOTE.test(shape) ? '' : shape))
  return /<v:shape\b/.test(rest) ? rest : null
}
