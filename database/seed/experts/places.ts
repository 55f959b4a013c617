/** Where the demo's firms work, and their price band (PRICES in shared/experts.ts). */
import type { companies } from './directory.ts'

interface Place {
  price: 0 | 1 | 2 | 3 | 4
  geographies: readonly string[]
}
type Name = (typeof companies)[number]['name']

const at = (price: Place['price'], ...geographies: string[]): Place => ({ price, geographies })

// oxfmt-ignore
const PLACES: Readonly<Record<Name, Place>> = {
  'Dahlberg & Rowe': at(4, 'United States', 'Ireland'),
  'Halm & Partners LLP': at(3, 'Germany', 'France', 'Netherlands', 'Poland'),
  'Castellan Moreau': at(4, 'France', 'United Arab Emirates', 'Africa'),
  'Birchall Quaife': at(4, 'United Kingdom'),
  'Ngata & Sorensen': at(3, 'Nordics', 'Singapore', 'Australia'),
  'Ortega Lindholm': at(3, 'Spain', 'Nordics', 'European Union'),
  'Whitcombe Tarrant': at(4, 'United States', 'United Kingdom'),
  'Pfeiffer Aldana': at(2, 'Germany', 'Israel', 'Japan'),
  'Greyfriars Valuation': at(3, 'United Kingdom', 'Nordics'),
  'Kestrel Forensic': at(3, 'United States', 'United Kingdom', 'India'),
  'Sandoval Audit': at(1, 'United States', 'Mexico'),
  'Northmoor Advisory': at(2, 'United States', 'Canada'),
  'Table of Nine': at(2, 'Europe', 'Middle East'),
  'Lugha Legal': at(1, 'Kenya', 'South Africa'),
  'Verbatim Nord': at(2, 'Nordics'),
  'Ashgrove Search': at(4, 'United Kingdom', 'United States'),
  'Clausewright': at(2, 'North America', 'Europe'),
  'Paperloom': at(1, 'Europe'),
  'Ledgerline': at(2, 'North America'),
  'Tidewell Treasury': at(3, 'Europe', 'Asia Pacific', 'Africa'),
  'Revenant Metrics': at(2, 'North America'),
  'Speakwell': at(1, 'European Union', 'Nordics'),
  'Watchlist': at(2, 'Asia Pacific', 'Middle East'),
  'Privatier': at(1, 'European Union', 'United Kingdom'),
}

/** Boardfold is omitted on purpose: it has stated neither, and members see that too. */
export const placeOf = (company: string): Place => PLACES[company] ?? at(0)
