import { type Project, projectNamed, type ProjectName } from './projects.ts'

export interface Raised {
  /** Until a year ago; the sum per type is 45, 32 or 23 million dollars. */
  readonly earlier: string
  /** Since then; 5.58, 3.968 or 2.852 million dollars. */
  readonly later: string
  readonly step: string
  readonly laterStep: string
  readonly growth: string | null
  readonly quarterly: string | null
  readonly paymentType: 'DISTRIBUTION' | 'DIVIDEND' | 'INTEREST'
  readonly firstInvestorIndexes: readonly number[]
  readonly laterInvestorIndexes: readonly [number, number, number]
  readonly redeemedIn: number
  readonly isOpen: boolean
  readonly latestYearIndexes: readonly number[]
  /** Negative when overdue. */
  readonly dueInDays: number
}

type Amounts = readonly [
  project: ProjectName,
  earlier: string,
  later: string,
  step: string,
  laterStep: string,
  growth: string | null,
  quarterly: string | null,
  paymentType: Raised['paymentType'],
]
const amounts: readonly Amounts[] = [
  ['Marina Heights Residences', '73450000', '7345000', '50000', '5000', '0.0750', '0.0150', 'DISTRIBUTION'],
  ['Kadıköy Waterfront Offices', '340000000', '42500000', '500000', '100000', '0.1200', '0.0125', 'INTEREST'],
  ['Old Port Logistics Park', '17000000', '2580000', '10000', '1000', '0.0520', '0.0120', 'DISTRIBUTION'],
  ['Atlas Medical Devices', '18000000', '2200000', '10000', '1000', '0.1350', '0.0080', 'DIVIDEND'],
  ['Helvetic Precision Tools', '14000000', '1768000', '10000', '1000', '0.1100', '0.0175', 'DIVIDEND'],
  ['Nilgiri Software', '13000000', '1600000', '10000', '1000', '0.2200', null, 'DISTRIBUTION'],
  ['Sahel Solar', '10000000', '1252000', '10000', '1000', null, null, 'DISTRIBUTION'],
]

type Holders = readonly [
  first: readonly number[],
  later: Raised['laterInvestorIndexes'],
  redeemedIn: number,
  dueInDays: number,
]
const holders: Partial<Readonly<Record<ProjectName, Holders>>> = {
  'Marina Heights Residences': [[0, 2, 15, 9, 12, 5, 18, 3, 21], [15, 4, 0], 9, 16],
  'Kadıköy Waterfront Offices': [[1, 6, 0, 20, 10, 17, 13], [20, 6, 1], 47, 41],
  'Old Port Logistics Park': [[12, 1, 18, 22, 3, 10, 14, 8], [3, 14, 22], 19, 6],
  'Atlas Medical Devices': [[18, 1, 8, 5, 13, 22, 7, 19], [8, 7, 2], 68, 58],
  'Helvetic Precision Tools': [[10, 0, 17, 21, 12, 3, 14], [21, 17, 10], 91, 24],
  'Nilgiri Software': [[9, 4, 0, 16, 22, 7, 12], [4, 9, 16], 103, 75],
  'Sahel Solar': [[19, 13, 1, 7, 18, 11], [19, 11, 0], 120, -14],
}

const open: readonly ProjectName[] = ['Nilgiri Software', 'Sahel Solar']
/** Makes live capital grow by 12.4 % in a year, exits and the fall of the lira included. */
const heldForLessThanAYear: Partial<Readonly<Record<ProjectName, readonly number[]>>> = { 'Sahel Solar': [0, 1, 4, 5] }

export const ongoingProjects: readonly (readonly [Project, Raised])[] = amounts.map(
  ([name, earlier, later, step, laterStep, growth, quarterly, paymentType]) => {
    const [firstInvestorIndexes, laterInvestorIndexes, redeemedIn, dueInDays] = holders[name]!
    const amountsRaised = { earlier, later, step, laterStep, growth, quarterly, paymentType }
    const held = { firstInvestorIndexes, laterInvestorIndexes, redeemedIn, dueInDays }
    const latestYearIndexes = heldForLessThanAYear[name] ?? []
    return [projectNamed(name), { ...amountsRaised, ...held, latestYearIndexes, isOpen: open.includes(name) }]
  },
)

export interface Sale {
  readonly amount: string
  readonly multiple: string
  readonly monthsSinceSale: number
  readonly held: readonly number[]
}

type Sold = readonly [
  project: ProjectName,
  amount: string,
  multiple: string,
  monthsSinceSale: number,
  held: readonly number[],
]
const sold: readonly Sold[] = [
  ['Anatolia Olive Groves', '5200000', '1.3100', 14, [1, 0, 6, 2, 20]],
  ['Rhône Cold Storage', '3400000', '1.1200', 18, [3, 1, 5, 14]],
]

export const soldProjects: readonly (readonly [Project, Sale])[] = sold.map(
  ([name, amount, multiple, monthsSinceSale, held]) => [
    projectNamed(name),
    { amount, multiple, monthsSinceSale, held },
  ],
)

const opened: readonly ProjectName[] = ['Jebel Ali Data Campus', 'Bosphorus Robotics', 'Cedar Valley Farms']

export const newProjects: readonly Project[] = opened.map(projectNamed)
