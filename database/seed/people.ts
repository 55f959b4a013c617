/** The demo's people. Names, companies and careers are invented. A member's id is their position: add new ones last. */
import type { NetworkSlug } from './networks.ts'

export type MemberState = 'not joined' | 'onboarding' | 'trial' | 'full access' | 'expired'

export interface PersonSeed {
  key: string
  first_name: string
  last_name: string
  email: string
  title: string
  company: string
  city: CityName
  bio: string
  /** The first is the primary network. */
  networks: readonly NetworkSlug[]
  joinedDaysAgo: number
  startedProfession: number
  state?: MemberState
  suspended?: boolean
  staff?: boolean
  /** Can sign in with the demo password. */
  account?: boolean
}

/** City: state, country, latitude, longitude, time zone. */
export const cities = {
  Amsterdam: ['North Holland', 'Netherlands', 52.37, 4.9, 'Europe/Amsterdam'],
  Atlanta: ['Georgia', 'United States', 33.75, -84.39, 'America/New_York'],
  Austin: ['Texas', 'United States', 30.27, -97.74, 'America/Chicago'],
  Beirut: ['Beirut', 'Lebanon', 33.89, 35.5, 'Asia/Beirut'],
  Berlin: ['Berlin', 'Germany', 52.52, 13.4, 'Europe/Berlin'],
  Boston: ['Massachusetts', 'United States', 42.36, -71.06, 'America/New_York'],
  Chicago: ['Illinois', 'United States', 41.88, -87.63, 'America/Chicago'],
  Copenhagen: ['Capital Region', 'Denmark', 55.68, 12.57, 'Europe/Copenhagen'],
  Denver: ['Colorado', 'United States', 39.74, -104.99, 'America/Denver'],
  Dubai: ['Dubai', 'United Arab Emirates', 25.2, 55.27, 'Asia/Dubai'],
  Dublin: ['Leinster', 'Ireland', 53.35, -6.26, 'Europe/Dublin'],
  Edinburgh: ['Scotland', 'United Kingdom', 55.95, -3.19, 'Europe/London'],
  Hamburg: ['Hamburg', 'Germany', 53.55, 9.99, 'Europe/Berlin'],
  Houston: ['Texas', 'United States', 29.76, -95.37, 'America/Chicago'],
  Johannesburg: ['Gauteng', 'South Africa', -26.2, 28.05, 'Africa/Johannesburg'],
  Lagos: ['Lagos', 'Nigeria', 6.52, 3.38, 'Africa/Lagos'],
  Leeds: ['England', 'United Kingdom', 53.8, -1.55, 'Europe/London'],
  London: ['England', 'United Kingdom', 51.51, -0.13, 'Europe/London'],
  Madrid: ['Madrid', 'Spain', 40.42, -3.7, 'Europe/Madrid'],
  'Mexico City': ['Mexico City', 'Mexico', 19.43, -99.13, 'America/Mexico_City'],
  Milan: ['Lombardy', 'Italy', 45.46, 9.19, 'Europe/Rome'],
  Minneapolis: ['Minnesota', 'United States', 44.98, -93.27, 'America/Chicago'],
  Mumbai: ['Maharashtra', 'India', 19.08, 72.88, 'Asia/Kolkata'],
  Munich: ['Bavaria', 'Germany', 48.14, 11.58, 'Europe/Berlin'],
  Nairobi: ['Nairobi', 'Kenya', -1.29, 36.82, 'Africa/Nairobi'],
  'New York': ['New York', 'United States', 40.71, -74.01, 'America/New_York'],
  Oslo: ['Oslo', 'Norway', 59.91, 10.75, 'Europe/Oslo'],
  Paris: ['Île-de-France', 'France', 48.86, 2.35, 'Europe/Paris'],
  'San Francisco': ['California', 'United States', 37.77, -122.42, 'America/Los_Angeles'],
  'São Paulo': ['São Paulo', 'Brazil', -23.55, -46.63, 'America/Sao_Paulo'],
  Seattle: ['Washington', 'United States', 47.61, -122.33, 'America/Los_Angeles'],
  Singapore: ['Singapore', 'Singapore', 1.35, 103.82, 'Asia/Singapore'],
  Stockholm: ['Stockholm', 'Sweden', 59.33, 18.07, 'Europe/Stockholm'],
  Sydney: ['New South Wales', 'Australia', -33.87, 151.21, 'Australia/Sydney'],
  'Tel Aviv': ['Tel Aviv', 'Israel', 32.09, 34.78, 'Asia/Jerusalem'],
  Tokyo: ['Tokyo', 'Japan', 35.68, 139.69, 'Asia/Tokyo'],
  Toronto: ['Ontario', 'Canada', 43.65, -79.38, 'America/Toronto'],
  Warsaw: ['Masovia', 'Poland', 52.23, 21.01, 'Europe/Warsaw'],
  Zurich: ['Zurich', 'Switzerland', 47.38, 8.54, 'Europe/Zurich'],
} as const satisfies Record<string, readonly [string, string, number, number, string]>
export type CityName = keyof typeof cities

type Facts = Omit<PersonSeed, 'key' | 'first_name' | 'last_name' | 'email'> & { email?: string }

const person = (key: string, first_name: string, last_name: string, facts: Facts): PersonSeed => ({
  key,
  first_name,
  last_name,
  email: `${key}@members.test`,
  ...facts,
})

// oxfmt-ignore
export const people: readonly PersonSeed[] = [
  person('helen', 'Helen', 'Marsh', { email: 'member@legal.test', account: true, title: 'General Counsel', company: 'Ostrander', city: 'Chicago', networks: ['legal'], joinedDaysAgo: 1_420, startedProfession: 2003, bio: 'Runs a team of eleven for an industrial distributor. Came in-house from litigation and still reads the dispute clause first. Happy to talk about warranty claims, distributor terminations and hiring your first legal-ops person.' }),
  person('marcus', 'Marcus', 'Oyelaran', { email: 'peer@legal.test', account: true, title: 'General Counsel', company: 'Norvane Energy', city: 'Houston', networks: ['legal', 'thesuite'], joinedDaysAgo: 1_810, startedProfession: 1999, bio: 'Twenty years in energy, nine as GC. Has closed four joint ventures and unwound two. Will always take a call about board secretaryship.' }),
  person('samuel', 'Samuel', 'Adeyemi', { email: 'member@finance.test', account: true, title: 'Chief Financial Officer', company: 'Brightwater Foods', city: 'London', networks: ['finance'], joinedDaysAgo: 990, startedProfession: 2001, bio: 'CFO of a family-controlled food group with plants in five countries. Former auditor. Treasury, covenants, and explaining working capital to people who grow things.' }),
  person('ingrid', 'Ingrid', 'Solheim', { email: 'member@executive.test', account: true, title: 'Chief Operating Officer', company: 'Halcyra Freight', city: 'Oslo', networks: ['executive'], joinedDaysAgo: 730, startedProfession: 1998, bio: 'Started on a terminal, now answers for nine of them. Interested in safety, succession and meetings that end early.' }),
  person('tomas', 'Tomás', 'Villaseñor', { email: 'newcomer@legal.test', account: true, title: 'Head of Legal', company: 'Quetzaltin Mobility', city: 'Mexico City', networks: ['legal'], joinedDaysAgo: 6, startedProfession: 2014, bio: '' }),
  person('nathan', 'Nathan', 'Brooks', { email: 'trial@legal.test', account: true, title: 'General Counsel', company: 'Sable & Pine', city: 'Chicago', networks: ['legal'], joinedDaysAgo: 12, startedProfession: 2008, state: 'trial', bio: 'First general counsel of a furniture maker that until last year asked its accountant about law. Trying the network for a month.' }),
  person('derek', 'Derek', 'Voss', { email: 'suspended@legal.test', account: true, title: 'Deputy General Counsel', company: 'Larkmoor Media', city: 'New York', networks: ['legal'], joinedDaysAgo: 610, startedProfession: 2006, suspended: true, bio: 'Media and advertising law.' }),
  person('camille', 'Camille', 'Dufour', { email: 'groupadmin@legal.test', account: true, title: 'Directrice juridique', company: 'Banque Verrier', city: 'Paris', networks: ['legal', 'thesuite'], joinedDaysAgo: 1_300, startedProfession: 2000, bio: 'General counsel of a private bank. Outsourcing rules, regulators, and how to write a memo that a board will read. Keeps the Paris breakfast going.' }),
  person('grace', 'Grace', 'Okafor', { email: 'billing@legal.test', account: true, title: 'Chief of Staff, Legal', company: 'Umber Health', city: 'Atlanta', networks: ['legal'], joinedDaysAgo: 870, startedProfession: 2010, bio: 'Runs the operations of a forty-person legal department: budget, panel, systems, and the Tuesday meeting nobody is allowed to skip.' }),
  person('ruth', 'Ruth', 'Calloway', { email: 'staff@counterpart.test', account: true, staff: true, title: 'Community Lead', company: 'Counterpart', city: 'New York', networks: ['legal', 'finance', 'executive', 'thesuite'], joinedDaysAgo: 2_300, startedProfession: 2005, bio: 'Reads everything before you do. Write to her when something here is not as it should be.' }),
  person('priya', 'Priya', 'Raman', { title: 'General Counsel', company: 'Halden Robotics', city: 'Boston', networks: ['legal', 'thesuite'], joinedDaysAgo: 1_050, startedProfession: 2004, bio: 'Engineer first, lawyer second. Product safety, model vendors, export control. Blunt about limitation of liability.' }),
  person('dana', 'Dana', 'Whitfield', { title: 'General Counsel', company: 'Corvid Payments', city: 'San Francisco', networks: ['legal'], joinedDaysAgo: 1_210, startedProfession: 2005, bio: 'Payments, money transmission, and incident response. Three regulators know her by first name, which she considers two too many.' }),
  person('lukasz', 'Łukasz', 'Wiśniewski', { title: 'General Counsel', company: 'Bursztynka Logistics', city: 'Warsaw', networks: ['legal'], joinedDaysAgo: 640, startedProfession: 2009, bio: 'Transport, customs and employment across eleven countries with a team of four. Believes in short policies.' }),
  person('amara', 'Amara', 'Nwosu', { title: 'Group General Counsel', company: 'Harmata Telecom', city: 'Lagos', networks: ['legal', 'executive'], joinedDaysAgo: 1_600, startedProfession: 1997, bio: 'Licences, towers and disputes in nine jurisdictions. Chairs the ethics committee and would rather prevent than investigate.' }),
  person('kenji', '健司', '渡辺', { title: 'Head of Legal, Asia Pacific', company: 'Minatsuki Precision', city: 'Tokyo', networks: ['legal'], joinedDaysAgo: 520, startedProfession: 2007, bio: 'Kenji Watanabe. Long supply agreements, quality disputes, and translating between two legal cultures.' }),
  person('layla', 'ليلى', 'الخطيب', { title: 'General Counsel', company: 'Almanara Quays', city: 'Dubai', networks: ['legal', 'executive', 'thesuite'], joinedDaysAgo: 780, startedProfession: 2002, bio: 'Layla Al-Khatib. Concessions, arbitration, sanctions. Reads contracts in three languages and trusts none of the translations.' }),
  person('johanna', 'Johanna', 'Lindqvist', { title: 'General Counsel', company: 'Fjällbo Energi', city: 'Stockholm', networks: ['legal'], joinedDaysAgo: 1_120, startedProfession: 2003, bio: 'Grid, permits and public procurement. Wrote her company’s whistleblowing policy twice and likes the second one.' }),
  person('matthias', 'Matthias', 'Krüger', { title: 'Leiter Recht und Compliance', company: 'Wehrstein Maschinenbau', city: 'Munich', networks: ['legal'], joinedDaysAgo: 960, startedProfession: 2000, bio: 'Mechanical engineering, 4,200 people, a works council with better lawyers than most opponents. Employment, export control, supply chain duties.' }),
  person('siobhan', 'Siobhán', 'Keane', { title: 'General Counsel and Company Secretary', company: 'Tallow & Reed', city: 'Dublin', networks: ['legal', 'thesuite'], joinedDaysAgo: 1_380, startedProfession: 1998, bio: 'Consumer goods, listed in two places. Board papers, privacy, and the art of the two-page minute.' }),
  person('rafael', 'Rafael', 'Monteiro', { title: 'Diretor Jurídico', company: 'Ibirandé Agro', city: 'São Paulo', networks: ['legal'], joinedDaysAgo: 450, startedProfession: 2006, bio: 'Agribusiness, labour litigation by the hundred, tax disputes that outlive their authors.' }),
  person('yael', 'Yael', 'Ben-Ami', { title: 'VP Legal', company: 'Orchidine Semiconductor', city: 'Tel Aviv', networks: ['legal'], joinedDaysAgo: 690, startedProfession: 2011, bio: 'Licensing, export, patents. One lawyer per three hundred engineers, and they all write their own emails.' }),
  person('hannah', 'Hannah', 'Feldman', { title: 'General Counsel', company: 'Perchline Analytics', city: 'New York', networks: ['legal'], joinedDaysAgo: 380, startedProfession: 2012, bio: 'Software-as-a-service from both sides of the table. Data protection, procurement questionnaires, option grants.' }),
  person('oliver', 'Oliver', 'Pemberton', { title: 'General Counsel', company: 'Castlethorn Rail', city: 'Leeds', networks: ['legal'], joinedDaysAgo: 1_700, startedProfession: 1995, bio: 'Infrastructure, unions, inquiries. Has given evidence and recommends against it.' }),
  person('mei', 'Mei', 'Tan', { title: 'General Counsel', company: 'Straitline Shipping', city: 'Singapore', networks: ['legal', 'finance'], joinedDaysAgo: 1_010, startedProfession: 2004, bio: 'Charterparties, sanctions, ship finance. Also looks after insurance, because somebody must.' }),
  person('bronwyn', 'Bronwyn', 'Hughes', { title: 'Chief Legal Officer', company: 'Wattlebrook Insurance', city: 'Sydney', networks: ['legal', 'thesuite'], joinedDaysAgo: 1_490, startedProfession: 1996, bio: 'Conduct, claims and culture in a regulated group. Former regulator, now forgiven by most colleagues.' }),
  person('elena', 'Elena', 'Marchetti', { title: 'General Counsel', company: 'Filanda Moda', city: 'Milan', networks: ['legal'], joinedDaysAgo: 330, startedProfession: 2008, bio: 'Brands, counterfeits, distribution, and influencers who do not read what they sign.' }),
  person('carlos', 'Carlos', 'Echeverría', { title: 'Secretario General', company: 'Voltalba Renovables', city: 'Madrid', networks: ['legal'], joinedDaysAgo: 540, startedProfession: 2001, bio: 'Project finance, permits, board secretary of nineteen companies that are all called something SPV.' }),
  person('tessa', 'Tessa', 'van den Berg', { title: 'Director of Legal Operations', company: 'Zuiderhoeve Dairy', city: 'Amsterdam', networks: ['legal'], joinedDaysAgo: 820, startedProfession: 2013, bio: 'Not a lawyer and proud of it. Contract systems, e-billing, panel tenders, and the spreadsheet that replaced all three.' }),
  person('kwame', 'Kwame', 'Asante', { title: 'Associate General Counsel, Privacy', company: 'Umber Health', city: 'Atlanta', networks: ['legal'], joinedDaysAgo: 410, startedProfession: 2013, bio: 'Health data, research consents, and the access requests nobody budgets for.' }),
  person('victoria', 'Victoria', 'Ashdown', { title: 'General Counsel', company: 'Greywell Pharma', city: 'London', networks: ['legal'], joinedDaysAgo: 1_150, startedProfession: 2001, bio: 'Clinical trials, investigations, disclosure. Keeps privilege logs that she would be content to see read aloud.' }),
  person('ben', 'Ben', 'Castellano', { account: true, title: 'General Counsel', company: 'Tanglewire Software', city: 'Austin', networks: ['legal'], joinedDaysAgo: 260, startedProfession: 2012, bio: 'Sole lawyer until spring, now two. Open source, enterprise sales, employment in states he has never visited.' }),
  person('astrid', 'Astrid', 'Holm', { title: 'Chief Compliance Officer', company: 'Nordskar Marine', city: 'Copenhagen', networks: ['legal'], joinedDaysAgo: 880, startedProfession: 2005, bio: 'Third-party risk, investigations and the speak-up line. Reads every report herself.' }),
  person('david', 'David', 'Mbeki-Jones', { title: 'Head of Legal', company: 'Veldspar Mining Services', city: 'Johannesburg', networks: ['legal'], joinedDaysAgo: 290, startedProfession: 2009, bio: 'Contractors, safety, community agreements. Learned drafting from a surveyor.' }),
  person('noor', 'Noor', 'Siddiqui', { title: 'General Counsel', company: 'Lanternfold Education', city: 'Toronto', networks: ['legal'], joinedDaysAgo: 470, startedProfession: 2010, bio: 'Children’s data, procurement by school boards, accessibility. Will review your plain-language notice and find the jargon.' }),
  person('george', 'George', 'Papadakis', { title: 'Senior Counsel', company: 'Ostrander', city: 'Chicago', networks: ['legal'], joinedDaysAgo: 200, startedProfession: 2015, bio: 'Commercial contracts on Helen Marsh’s team.' }),
  person('paula', 'Paula', 'Reinhardt', { title: 'General Counsel', company: 'Elbmarsch Chemie', city: 'Hamburg', networks: ['legal', 'thesuite'], joinedDaysAgo: 1_240, startedProfession: 1999, bio: 'Chemicals, permits, product liability. Former judge’s clerk, permanent sceptic.' }),
  person('aisha', 'Aisha', 'Mohamud', { title: 'Head of Legal', company: 'Pesaluna Mobile Money', city: 'Nairobi', networks: ['legal'], joinedDaysAgo: 350, startedProfession: 2011, bio: 'Payments licences, agents, fraud. One of three lawyers for two million customers.' }),
  person('frank', 'Frank', 'Delgado', { account: true, title: 'Former General Counsel', company: 'Tamarow Paper', city: 'Minneapolis', networks: ['legal'], joinedDaysAgo: 1_900, startedProfession: 1988, state: 'expired', bio: 'Retired in spring. Answers letters.' }),

  person('margaret', 'Margaret', 'Thornbury', { title: 'Chief Financial Officer', company: 'Pellworm Instruments', city: 'Boston', networks: ['finance', 'thesuite'], joinedDaysAgo: 1_560, startedProfession: 1994, bio: 'Three ERP go-lives, two of them good. Audit committee member elsewhere, so she knows what they say when you leave the room.' }),
  person('vikram', 'Vikram', 'Deshpande', { title: 'Group CFO', company: 'Tarangini Mills', city: 'Mumbai', networks: ['finance'], joinedDaysAgo: 910, startedProfession: 1997, bio: 'Export business, five currencies, long hedges and longer receivables.' }),
  person('sofia', 'Sofia', 'Andersson', { title: 'CFO', company: 'Tindrasol Games', city: 'Stockholm', networks: ['finance'], joinedDaysAgo: 400, startedProfession: 2009, bio: 'Revenue recognition for things that do not exist. Options, audits, fast closes.' }),
  person('patrick', 'Patrick', 'O’Rourke', { title: 'Chief Financial Officer', company: 'Clonarra Medical', city: 'Dublin', networks: ['finance', 'executive'], joinedDaysAgo: 1_330, startedProfession: 1996, bio: 'Devices, reimbursement, three refinancings. Thinks a model with more than ten tabs is a confession.' }),
  person('julia', 'Julia', 'Steinmetz', { title: 'CFO', company: 'Ahornwerk', city: 'Berlin', networks: ['finance'], joinedDaysAgo: 580, startedProfession: 2006, bio: 'Manufacturing start-up that became a company. Grants, cash, and the first real audit.' }),
  person('andre', 'André', 'Lefèvre', { title: 'Directeur financier', company: 'Maison Vauquelet & Fils', city: 'Paris', networks: ['finance'], joinedDaysAgo: 700, startedProfession: 1999, bio: 'Wine and spirits. Stock that ages for ten years and lenders who do not like to wait.' }),
  person('chidi', 'Chidi', 'Eze', { title: 'Finance Director', company: 'Harmata Telecom', city: 'Lagos', networks: ['finance'], joinedDaysAgo: 480, startedProfession: 2003, bio: 'Trapped cash, parallel rates and tower leases.' }),
  person('lauren', 'Lauren', 'Fitzgerald', { title: 'CFO', company: 'Tanglewire Software', city: 'Austin', networks: ['finance'], joinedDaysAgo: 310, startedProfession: 2008, bio: 'Software metrics that survive an auditor. 409A, rev rec, hiring plans.' }),
  person('hiroshi', 'Hiroshi', 'Nakamura', { title: 'Treasurer', company: 'Minatsuki Precision', city: 'Tokyo', networks: ['finance'], joinedDaysAgo: 620, startedProfession: 2001, bio: 'Pooling, netting, and banks that still like paper.' }),
  person('beatrice', 'Beatrice', 'Fontana', { title: 'Group Controller', company: 'Filanda Moda', city: 'Milan', networks: ['finance'], joinedDaysAgo: 250, startedProfession: 2010, bio: 'Close in five days, with returns and royalties included.' }),
  person('gregor', 'Gregor', 'MacAllister', { title: 'Chief Financial Officer', company: 'Glenorrin Timber', city: 'Edinburgh', networks: ['finance'], joinedDaysAgo: 1_180, startedProfession: 1993, bio: 'Forests on the balance sheet. Pensions, hedging and plain speech.' }),
  person('nadia', 'Nadia', 'Benkirane', { title: 'VP Finance', company: 'Almanara Quays', city: 'Dubai', networks: ['finance'], joinedDaysAgo: 430, startedProfession: 2007, bio: 'Concession accounting and shareholder loans.' }),
  person('tyler', 'Tyler', 'Jorgensen', { title: 'CFO', company: 'Coteau Grain Cooperative', city: 'Minneapolis', networks: ['finance'], joinedDaysAgo: 760, startedProfession: 2002, bio: 'Commodity margin calls at breakfast, members’ meetings at night.' }),
  person('renata', 'Renata', 'Kowalczyk', { title: 'Director of Tax and Treasury', company: 'Bursztynka Logistics', city: 'Warsaw', networks: ['finance'], joinedDaysAgo: 390, startedProfession: 2008, bio: 'Transfer pricing, VAT, fuel hedges.' }),
  person('william', 'William', 'Achterberg', { title: 'Chief Financial Officer', company: 'Zuiderhoeve Dairy', city: 'Amsterdam', networks: ['finance', 'thesuite'], joinedDaysAgo: 1_440, startedProfession: 1992, bio: 'Cooperative, public bonds, sustainability reporting before it was compulsory.' }),
  person('keisha', 'Keisha', 'Barnett', { title: 'Chief Accounting Officer', company: 'Umber Health', city: 'Atlanta', networks: ['finance'], joinedDaysAgo: 660, startedProfession: 2000, bio: 'Technical accounting, controls, restatements avoided.' }),
  person('isabel', 'Isabel', 'Quiroga', { title: 'CFO', company: 'Voltalba Renovables', city: 'Madrid', networks: ['finance'], joinedDaysAgo: 530, startedProfession: 2004, bio: 'Project finance and green bonds; interest-rate swaps that outlive the turbines.' }),
  person('arjun', 'Arjun', 'Pillai', { title: 'VP FP&A', company: 'Halden Robotics', city: 'Boston', networks: ['finance'], joinedDaysAgo: 220, startedProfession: 2011, bio: 'Forecasts in public, doubts in private.' }),
  person('simone', 'Simone', 'Baptiste', { title: 'CFO', company: 'Larchmere Air', city: 'Toronto', networks: ['finance'], joinedDaysAgo: 840, startedProfession: 2003, bio: 'Leases, fuel, lenders with opinions.' }),
  person('daniel', 'Daniel', 'Rosenthal', { title: 'Interim CFO', company: 'Independent', city: 'New York', networks: ['finance'], joinedDaysAgo: 1_070, startedProfession: 1991, bio: 'Called when the last one left in a hurry. Restructurings, carve-outs, first ninety days.' }),
  person('ulrike', 'Ulrike', 'Hofer', { title: 'CFO', company: 'Säntaria Optics', city: 'Zurich', networks: ['finance'], joinedDaysAgo: 610, startedProfession: 2000, bio: 'Swiss costs, dollar revenue. Hedging is not a hobby.' }),
  person('omar', 'Omar', 'Haddad', { title: 'Finance Director', company: 'Arzeh Clinics', city: 'Beirut', networks: ['finance'], joinedDaysAgo: 280, startedProfession: 2006, bio: 'Running finance where the banking system is a matter of opinion.' }),

  person('robert', 'Robert', 'Stanhope', { title: 'Chief Executive Officer', company: 'Pellworm Instruments', city: 'Boston', networks: ['executive', 'thesuite'], joinedDaysAgo: 1_100, startedProfession: 1990, bio: 'Third CEO in sixty years. Measurement equipment, patient owners, impatient customers.' }),
  person('adaeze', 'Adaeze', 'Obi', { title: 'Chief Executive Officer', company: 'Pesaluna Mobile Money', city: 'Nairobi', networks: ['executive', 'thesuite'], joinedDaysAgo: 650, startedProfession: 2000, bio: 'Founder, twice diluted, still here.' }),
  person('henrik', 'Henrik', 'Dahl', { title: 'CEO', company: 'Nordskar Marine', city: 'Copenhagen', networks: ['executive'], joinedDaysAgo: 770, startedProfession: 1995, bio: 'Ships, engines, people. In that order only on paper.' }),
  person('catherine', 'Catherine', 'Leblanc', { title: 'Chief People Officer', company: 'Larchmere Air', city: 'Toronto', networks: ['executive'], joinedDaysAgo: 560, startedProfession: 1999, bio: 'Unions, pilots, pay. Says no kindly.' }),
  person('rohan', 'Rohan', 'Mehta', { title: 'Chief Technology Officer', company: 'Corvid Payments', city: 'San Francisco', networks: ['executive'], joinedDaysAgo: 340, startedProfession: 2005, bio: 'Answers the pager and the regulator.' }),
  person('anneliese', 'Anneliese', 'Bauer', { title: 'Geschäftsführerin', company: 'Wehrstein Maschinenbau', city: 'Munich', networks: ['executive', 'thesuite'], joinedDaysAgo: 900, startedProfession: 1993, bio: 'Runs a company that is older than the railway line beside it.' }),
  person('peter', 'Peter', 'Nakagawa', { title: 'Chief Strategy Officer', company: 'Coteau Grain Cooperative', city: 'Minneapolis', networks: ['executive'], joinedDaysAgo: 320, startedProfession: 2001, bio: 'Strategy by members’ vote.' }),
  person('fatima', 'Fatima', 'Zahra Idrissi', { title: 'Managing Director', company: 'Almanara Quays', city: 'Dubai', networks: ['executive', 'thesuite'], joinedDaysAgo: 720, startedProfession: 1996, bio: 'Concessions, governments, patience.' }),
  person('graham', 'Graham', 'Tully', { title: 'Managing Director', company: 'Castlethorn Rail', city: 'Leeds', networks: ['executive'], joinedDaysAgo: 840, startedProfession: 1989, bio: 'Joined as an apprentice. Timetables, safety cases, select committees.' }),
  person('lucia', 'Lucía', 'Ferrer', { title: 'Chief Executive Officer', company: 'Voltalba Renovables', city: 'Madrid', networks: ['executive'], joinedDaysAgo: 510, startedProfession: 2002, bio: 'Builds things that take seven years to permit and one to build.' }),
  person('sanjay', 'Sanjay', 'Iyer', { title: 'President', company: 'Tarangini Mills', city: 'Mumbai', networks: ['executive', 'finance'], joinedDaysAgo: 690, startedProfession: 1994, bio: 'Second generation, first to publish accounts.' }),
  person('emily', 'Emily', 'Whitaker', { title: 'Chief Marketing Officer', company: 'Tallow & Reed', city: 'Dublin', networks: ['executive'], joinedDaysAgo: 240, startedProfession: 2004, bio: 'Brands with a conscience and a margin.' }),
  person('joao', 'João', 'Carvalho', { title: 'Chief Operating Officer', company: 'Ibirandé Agro', city: 'São Paulo', networks: ['executive'], joinedDaysAgo: 370, startedProfession: 1998, bio: 'Harvest does not wait for approval.' }),
  person('susan', 'Susan', 'Okonkwo-Blake', { title: 'Chair', company: 'Greywell Pharma', city: 'London', networks: ['thesuite', 'executive'], joinedDaysAgo: 1_640, startedProfession: 1984, bio: 'Chairs two boards, left a third on principle.' }),
  person('miriam', 'Miriam', 'Sokolov', { title: 'General Counsel', company: 'Aldermoss Capital', city: 'New York', networks: ['thesuite', 'legal', 'finance'], joinedDaysAgo: 1_270, startedProfession: 1995, bio: 'Funds, portfolio companies, and directors who sit on too many boards. Sits with lawyers and with finance, to the suspicion of both.' }),
  person('teodor', 'Teodor', 'Ionescu', { title: 'Head of Legal', company: 'Brâncova Cement', city: 'Zurich', networks: ['legal'], joinedDaysAgo: 0, startedProfession: 2010, state: 'not joined', bio: '' }),
  person('leah', 'Leah', 'Novak', { email: 'joining@legal.test', account: true, title: 'Senior Counsel', company: 'Ostrander', city: 'Chicago', networks: ['legal'], joinedDaysAgo: 1, startedProfession: 2013, state: 'onboarding', bio: '' }),
]
