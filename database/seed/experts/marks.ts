/** Marks of the demo's firms and software, drawn by this script: one shape on a ground. They are nobody's trademark. */

/** Shapes within 64 × 64, in the color of the ink. */
const SHAPES = {
  columns: '<path d="M14 18h36v5H14zM17 26h6v22h-6zM29 26h6v22h-6zM41 26h6v22h-6z"/>',
  peak: '<path d="M12 48L28 18l9 16 5-8 10 22z"/>',
  arch: '<path d="M14 50V32a18 18 0 0 1 36 0v18h-9V33a9 9 0 0 0-18 0v17z"/>',
  wave: '<path d="M12 26c7-8 13-8 20 0s13 8 20 0v8c-7 8-13 8-20 0s-13-8-20 0zM12 40c7-8 13-8 20 0s13 8 20 0v8c-7 8-13 8-20 0s-13-8-20 0z"/>',
  facet: '<path d="M32 12l18 14-7 26H21l-7-26z" fill-opacity=".55"/><path d="M32 12l18 14H14zM32 26l11 26H21z"/>',
  rings: '<g fill="none" stroke-width="5"><circle cx="26" cy="32" r="12"/><circle cx="38" cy="32" r="12"/></g>',
  leaf: '<path d="M14 50C14 26 26 14 50 14c0 24-12 36-36 36zm5-4c9-4 17-12 22-23-11 5-19 13-22 23z" fill-rule="evenodd"/>',
  weave:
    '<path d="M14 16h8v32h-8zM28 16h8v32h-8zM42 16h8v32h-8z" fill-opacity=".55"/><path d="M14 20h36v7H14zM14 36h36v7H14z"/>',
  lines: '<path d="M14 16h36v6H14zM14 26h26v6H14zM14 36h36v6H14zM14 46h18v6H14z"/>',
  wing: '<path d="M10 40c14-2 20-8 24-22 4 12 10 16 20 16-8 8-16 12-26 12-8 0-14-2-18-6z"/>',
  key: '<path d="M24 18a11 11 0 1 1-3 21.500V54h-7V38a11 11 0 0 1 10-20zm0 7a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM34 26h18v6h-4v6h-6v-6h-8z"/>',
  fold: '<path d="M14 14h22l14 14v22H14z" fill-opacity=".55"/><path d="M36 14l14 14H36zM20 34h24v5H20zM20 43h16v5H20z"/>',
  star: '<path d="M32 10l6 16 16 6-16 6-6 16-6-16-16-6 16-6z"/>',
  sound: '<path d="M14 27h6v10h-6zM24 20h6v24h-6zM34 12h6v40h-6zM44 24h6v16h-6z"/>',
  grid: '<path d="M14 14h16v16H14zM34 34h16v16H34z"/><path d="M34 14h16v16H34zM14 34h16v16H14z" fill-opacity=".5"/>',
} as const
type Shape = keyof typeof SHAPES

/** Ground, then ink. */
const COLORS = {
  ink: ['#1f2a44', '#f4efe4'],
  wine: ['#5b1f2e', '#f3e3d3'],
  pine: ['#1f4436', '#e6efe0'],
  sand: ['#e9dfc8', '#3a2f24'],
  slate: ['#dfe4ea', '#2b3b52'],
  plum: ['#43305a', '#efe4f4'],
  rust: ['#8a3d22', '#fbeee2'],
  teal: ['#123f46', '#d9f0ee'],
} as const
type Color = keyof typeof COLORS

// oxfmt-ignore
const MARKS: Readonly<Record<string, readonly [Shape, Color]>> = {
  'Dahlberg & Rowe': ['columns', 'ink'], 'Halm & Partners LLP': ['arch', 'sand'], 'Castellan Moreau': ['facet', 'wine'],
  'Birchall Quaife': ['leaf', 'pine'], 'Ngata & Sorensen': ['wave', 'slate'], 'Ortega Lindholm': ['rings', 'rust'],
  'Whitcombe Tarrant': ['key', 'ink'], 'Pfeiffer Aldana': ['grid', 'teal'], 'Greyfriars Valuation': ['arch', 'slate'],
  'Kestrel Forensic': ['wing', 'rust'], 'Sandoval Audit': ['lines', 'pine'], 'Northmoor Advisory': ['peak', 'slate'],
  'Table of Nine': ['grid', 'sand'], 'Lugha Legal': ['sound', 'wine'], 'Verbatim Nord': ['star', 'ink'],
  'Ashgrove Search': ['leaf', 'sand'], 'Clausewright': ['fold', 'plum'], 'Paperloom': ['weave', 'rust'],
  'Ledgerline': ['lines', 'teal'], 'Tidewell Treasury': ['wave', 'teal'], 'Revenant Metrics': ['peak', 'plum'],
  'Speakwell': ['sound', 'pine'], 'Watchlist': ['rings', 'ink'], 'Privatier': ['key', 'plum'], 'Boardfold': ['fold', 'wine'],
}

/** An address with the drawing in it, so that no file is stored: the drawing is a few hundred bytes. */
export function markOf(company: string): string | null {
  const mark = MARKS[company]
  if (!mark) return null
  const [ground, ink] = COLORS[mark[1]]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path fill="${ground}" d="M0 0h64v64H0z"/><g fill="${ink}" stroke="${ink}" stroke-width="0">${SHAPES[mark[0]]}</g></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
