/** Firms, people and software that the demo's members recommend. All invented; ids are positions in these lists. */
import type { ExpertType } from '#shared/experts.ts'

export const COMPANY_TYPES = [
  'Law firm',
  'Accounting and audit',
  'Valuation and disputes',
  'Translation',
  'Consulting',
  'Executive search',
  'Contract software',
  'Finance software',
  'Compliance software',
] as const
type CompanyType = (typeof COMPANY_TYPES)[number]

export interface CompanySeed {
  name: string
  type: CompanyType
  tag_line: string
  about: string
}

const company = (name: string, type: CompanyType, tag_line: string, about: string): CompanySeed => ({
  name,
  type,
  tag_line,
  about,
})

// oxfmt-ignore
export const companies: readonly CompanySeed[] = [
  company('Dahlberg & Rowe', 'Law firm', 'Disputes about data and technology', 'Forty lawyers in New York and Dublin who try what others settle.'),
  company('Halm & Partners LLP', 'Law firm', 'Employment, from the first letter to the last', 'Employment counsel in eleven countries through one partner.'),
  company('Castellan Moreau', 'Law firm', 'Arbitration in French, English and Arabic', 'Concessions, joint ventures and states that change their mind.'),
  company('Birchall Quaife', 'Law firm', 'Corporate counsel for listed families', 'Boards, succession and the meetings in between.'),
  company('Ngata & Sorensen', 'Law firm', 'Shipping and sanctions', 'Charterparties and the lists that change on Fridays.'),
  company('Ortega Lindholm', 'Law firm', 'Antitrust without theatre', 'Filings, dawn raids and answers within the day.'),
  company('Whitcombe Tarrant', 'Law firm', 'Investigations', 'Former prosecutors who write short reports.'),
  company('Pfeiffer Aldana', 'Law firm', 'Patents for people who build things', 'Engineers first; two of them still build.'),
  company('Greyfriars Valuation', 'Valuation and disputes', 'Curves where there is no market', 'Long-dated power, timber and water contracts.'),
  company('Kestrel Forensic', 'Valuation and disputes', 'Numbers that stand up in court', 'Quantum experts who testify themselves.'),
  company('Sandoval Audit', 'Accounting and audit', 'Audit for the middle', 'A mid-sized auditor that answers the telephone.'),
  company('Northmoor Advisory', 'Consulting', 'The first hundred days of a finance function', 'Interim controllers, closes and conversions.'),
  company('Table of Nine', 'Consulting', 'Councils of families and of founders', 'Moderators who have no slides.'),
  company('Lugha Legal', 'Translation', 'Swahili, Amharic and Somali in legal register', 'Lawyer-linguists in Nairobi and Mombasa.'),
  company('Verbatim Nord', 'Translation', 'Filings in the Nordic languages', 'Every page is read by a second lawyer.'),
  company('Ashgrove Search', 'Executive search', 'General counsel and chief financial officers', 'Two searches a year for each partner, no more.'),
  company('Clausewright', 'Contract software', 'Redlines that remember', 'Contract review inside the editor, in your own cloud.'),
  company('Paperloom', 'Contract software', 'Every contract, one shelf', 'A repository with dates that ring.'),
  company('Ledgerline', 'Finance software', 'Close in four days', 'Reconciliations, journals and sign-off in one list.'),
  company('Tidewell Treasury', 'Finance software', 'Cash you can see at nine in the morning', 'Bank connections, pooling and hedge records.'),
  company('Revenant Metrics', 'Finance software', 'Revenue recognition for subscriptions', 'Contracts in, schedules out, auditors quiet.'),
  company('Speakwell', 'Compliance software', 'A line people use', 'A speak-up line with answers that can be anonymous.'),
  company('Watchlist', 'Compliance software', 'Sanctions screening that explains itself', 'Why a name was hit, in a sentence.'),
  company('Privatier', 'Compliance software', 'Access requests without tears', 'Finds, redacts and records what people ask for.'),
  company('Boardfold', 'Compliance software', 'Board papers that stay closed', 'Books, minutes and votes for directors.'),
]

export interface ExpertSeed {
  key: string
  name: string
  type: ExpertType
  company: string
}

const person = (key: string, name: string, at: string): ExpertSeed => ({ key, name, type: 'individual', company: at })
const itself = (key: string, name: string, type: 'company' | 'software' = 'company'): ExpertSeed => ({
  key,
  name,
  type,
  company: name,
})

export const experts: readonly ExpertSeed[] = [
  person('lopez', 'Maria Lopez', 'Dahlberg & Rowe'),
  person('rowe', 'Declan Rowe', 'Dahlberg & Rowe'),
  person('halm', 'Birgit Halm', 'Halm & Partners LLP'),
  person('okoye', 'Tobe Okoye', 'Halm & Partners LLP'),
  person('moreau', 'Élodie Moreau', 'Castellan Moreau'),
  person('haddadin', 'Rania Haddadin', 'Castellan Moreau'),
  person('birchall', 'Edmund Birchall', 'Birchall Quaife'),
  person('quaife', 'Honor Quaife', 'Birchall Quaife'),
  person('sorensen', 'Maja Sørensen', 'Ngata & Sorensen'),
  person('lindholm', 'Aino Lindholm', 'Ortega Lindholm'),
  person('ortega', 'Julián Ortega', 'Ortega Lindholm'),
  person('tarrant', 'Louise Tarrant', 'Whitcombe Tarrant'),
  person('pfeiffer', 'Jonas Pfeiffer', 'Pfeiffer Aldana'),
  person('laidlaw', 'Fiona Laidlaw', 'Greyfriars Valuation'),
  person('mackintosh', 'Ewan Mackintosh', 'Greyfriars Valuation'),
  person('kestrel', 'Amit Bhandari', 'Kestrel Forensic'),
  person('sandoval', 'Pilar Sandoval', 'Sandoval Audit'),
  person('northmoor', 'Gareth Pugh', 'Northmoor Advisory'),
  person('brandt', 'Judge Helga Brandt', 'Table of Nine'),
  person('rahimi', 'Ambassador Karim Rahimi', 'Table of Nine'),
  person('wanjiru', 'Wanjiru Kamau', 'Lugha Legal'),
  person('salim', 'Bi Salma Omar', 'Lugha Legal'),
  person('ashgrove', 'Philippa Grove', 'Ashgrove Search'),
  itself('dahlberg', 'Dahlberg & Rowe'),
  itself('halmfirm', 'Halm & Partners LLP'),
  itself('castellan', 'Castellan Moreau'),
  itself('ngata', 'Ngata & Sorensen'),
  itself('ortegafirm', 'Ortega Lindholm'),
  itself('whitcombe', 'Whitcombe Tarrant'),
  itself('greyfriars', 'Greyfriars Valuation'),
  itself('kestrelfirm', 'Kestrel Forensic'),
  itself('sandovalfirm', 'Sandoval Audit'),
  itself('tableofnine', 'Table of Nine'),
  itself('lugha', 'Lugha Legal'),
  itself('verbatim', 'Verbatim Nord'),
  itself('ashgrovefirm', 'Ashgrove Search'),
  itself('clausewright', 'Clausewright', 'software'),
  itself('paperloom', 'Paperloom', 'software'),
  itself('ledgerline', 'Ledgerline', 'software'),
  itself('tidewell', 'Tidewell Treasury', 'software'),
  itself('revenant', 'Revenant Metrics', 'software'),
  itself('speakwell', 'Speakwell', 'software'),
  itself('watchlist', 'Watchlist', 'software'),
  itself('privatier', 'Privatier', 'software'),
  itself('boardfold', 'Boardfold', 'software'),
  // The same person listed again at another firm, as happens in practice: staff see the two as possible duplicates.
  person('mackintoshagain', 'Ewan Macintosh', 'Northmoor Advisory'),
]

/** Offers of software vendors to members. */
export const deals = [
  {
    expert: 'clausewright',
    short_text: 'Three months free for a team of up to five.',
    platform_description: 'Contract review inside the editor, in your own cloud.',
    vendor_first_name: 'Nils',
    vendor_emails: ['members@clausewright.test'],
    show_in_thread_details: true,
    show_in_vendor_page: true,
  },
  {
    expert: 'ledgerline',
    short_text: 'The first close with a consultant of theirs beside you, without a fee.',
    platform_description: 'Reconciliations, journals and sign-off in one list.',
    vendor_first_name: 'Oona',
    vendor_emails: ['members@ledgerline.test'],
    show_in_thread_details: true,
    show_in_vendor_page: true,
  },
  {
    expert: 'speakwell',
    short_text: 'A fifth off for two years, and the works-council paper in German and French.',
    platform_description: 'A speak-up line with answers that can be anonymous.',
    vendor_first_name: 'Marit',
    vendor_emails: ['members@speakwell.test', 'partners@speakwell.test'],
    show_in_thread_details: false,
    show_in_vendor_page: true,
  },
  {
    expert: 'tidewell',
    short_text: 'Bank connections set up without a fee for the first ten accounts.',
    platform_description: 'Cash positions, pooling and hedge records on one screen.',
    vendor_first_name: 'Ines',
    vendor_emails: ['members@tidewell.test'],
    show_in_thread_details: true,
    show_in_vendor_page: true,
  },
  {
    expert: 'privatier',
    short_text: 'The first fifty access requests of a year, with a person who answers the telephone.',
    platform_description: 'Finds, redacts and records what people ask for.',
    vendor_first_name: 'Anouk',
    vendor_emails: ['members@privatier.test'],
    show_in_thread_details: true,
    show_in_vendor_page: true,
  },
] as const

export function requireExpert(key: string): number {
  const place = experts.findIndex((expert) => expert.key === key)
  if (place < 0) throw new Error(`No expert of the demo is called “${key}”.`)
  return place + 1
}
