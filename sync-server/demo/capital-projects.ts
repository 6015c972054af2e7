// The projects of Demo Capital as data.

/** Exact, so that what is converted stays round. */
export const perDollar = { USD: '1.000000', AED: '3.672500', TRY: '42.500000' } as const
export type Currency = keyof typeof perDollar

export interface Project {
  readonly name: string
  readonly type: string
  readonly location: string
  readonly status: string
  readonly currency?: Currency
  readonly targetAmount: string
  readonly expectedIRR: string
  readonly actualIRR?: string
  readonly duration: string
  readonly paymentInstallment: string
  readonly isVisibleToInvestors?: boolean
  readonly description: string
  readonly notes?: string
}

/** What a project has raised, in its own currency, and what has become of it. */
export interface Raised {
  /** Until a year ago, in multiples of `step`; the sum of a type's projects is 45, 32 or 23 million dollars. */
  readonly earlier: string
  /** Since, in multiples of `laterStep`; 5.58, 3.968 or 2.852 million dollars. */
  readonly later: string
  readonly step: string
  readonly laterStep: string
  /** What a value gains in a year; null where nobody has valued it yet. */
  readonly growth: string | null
  /** What is paid out each quarter of a year, of the amount paid in. */
  readonly quarterly: string | null
  readonly pays: 'DISTRIBUTION' | 'DIVIDEND' | 'INTEREST'
  /** The places of investors among the first ones: those until a year ago, and three since. */
  readonly held: readonly number[]
  readonly heldLater: readonly [number, number, number]
  /** In how many days the second holding is redeemed. */
  readonly redeemedIn: number
  /** In how many days an early investor pays in what they committed this year; negative when that is overdue. */
  readonly calledIn: number
}

export const livingProjects: readonly (readonly [Project, Raised])[] = [
  [
    {
      name: 'Marina Heights Residences',
      type: 'REAL_ESTATE',
      location: 'Dubai, UAE',
      status: 'FUNDED',
      currency: 'AED',
      targetAmount: '110000000.00',
      expectedIRR: '14.20',
      duration: '6.0',
      paymentInstallment: '12_MONTHS',
      description: 'Two residential towers on the marina with 312 apartments, nine in ten of them let.',
      notes: 'The escrow bank wants the second tower’s completion certificate before the next call.',
    },
    {
      earlier: '73450000',
      later: '7345000',
      step: '50000',
      laterStep: '5000',
      growth: '0.0750',
      quarterly: '0.0150',
      pays: 'DISTRIBUTION',
      held: [0, 2, 15, 9, 12, 5, 18, 3, 21],
      heldLater: [15, 4, 0],
      redeemedIn: 9,
      calledIn: 16,
    },
  ],
  [
    {
      name: 'Kadıköy Waterfront Offices',
      type: 'REAL_ESTATE',
      location: 'Istanbul, Türkiye',
      status: 'ACTIVE',
      currency: 'TRY',
      targetAmount: '480000000.00',
      expectedIRR: '11.80',
      duration: '5.0',
      paymentInstallment: '6_MONTHS',
      description: 'Refurbishment of a 1970s office block into flexible space beside the ferry landing.',
      notes: 'Rents are indexed to the lira; the second lease is signed in euros.',
    },
    {
      earlier: '340000000',
      later: '42500000',
      step: '500000',
      laterStep: '100000',
      growth: '0.1200',
      quarterly: '0.0125',
      pays: 'INTEREST',
      held: [1, 6, 0, 20, 10, 17, 13],
      heldLater: [20, 6, 1],
      redeemedIn: 47,
      calledIn: 41,
    },
  ],
  [
    {
      name: 'Old Port Logistics Park',
      type: 'REAL_ESTATE',
      location: 'Marseille, France',
      status: 'GROWTH',
      targetAmount: '24500000.00',
      expectedIRR: '9.75',
      duration: '7.0',
      paymentInstallment: '12_MONTHS',
      isVisibleToInvestors: false,
      description: 'Last-mile warehouses beside the port railway, let to two carriers until 2034.',
      notes: 'Not shown to investors until the second carrier has signed.',
    },
    {
      earlier: '17000000',
      later: '2580000',
      step: '10000',
      laterStep: '1000',
      growth: '0.0520',
      quarterly: '0.0120',
      pays: 'DISTRIBUTION',
      held: [12, 1, 18, 22, 3, 10, 14, 8],
      heldLater: [3, 14, 22],
      redeemedIn: 19,
      calledIn: 6,
    },
  ],
  [
    {
      name: 'Atlas Medical Devices',
      type: 'PRIVATE_EQUITY',
      location: 'Casablanca, Morocco',
      status: 'GROWTH',
      targetAmount: '24000000.00',
      expectedIRR: '18.50',
      duration: '5.5',
      paymentInstallment: '6_MONTHS',
      description: 'Majority stake in a maker of surgical instruments that sells to forty countries.',
    },
    {
      earlier: '18000000',
      later: '2200000',
      step: '10000',
      laterStep: '1000',
      growth: '0.1350',
      quarterly: '0.0080',
      pays: 'DIVIDEND',
      held: [18, 1, 8, 5, 13, 22, 7, 19],
      heldLater: [8, 7, 2],
      redeemedIn: 68,
      calledIn: 58,
    },
  ],
  [
    {
      name: 'Helvetic Precision Tools',
      type: 'PRIVATE_EQUITY',
      location: 'Winterthur, Switzerland',
      status: 'MATURE',
      targetAmount: '19000000.00',
      expectedIRR: '16.10',
      actualIRR: '17.30',
      duration: '5.0',
      paymentInstallment: '3_MONTHS',
      description: 'Succession of a family-owned toolmaker; the founders stay for three years.',
    },
    {
      earlier: '14000000',
      later: '1768000',
      step: '10000',
      laterStep: '1000',
      growth: '0.1100',
      quarterly: '0.0175',
      pays: 'DIVIDEND',
      held: [10, 0, 17, 21, 12, 3, 14],
      heldLater: [21, 17, 10],
      redeemedIn: 91,
      calledIn: 24,
    },
  ],
  [
    {
      name: 'Nilgiri Software',
      type: 'VENTURE_CAPITAL',
      location: 'Bengaluru, India',
      status: 'GROWTH',
      targetAmount: '15000000.00',
      expectedIRR: '27.00',
      duration: '8.0',
      paymentInstallment: '12_MONTHS',
      description: 'Workflow software for hospital pharmacies, in use in 140 hospitals.',
    },
    {
      earlier: '13000000',
      later: '1600000',
      step: '10000',
      laterStep: '1000',
      growth: '0.2200',
      quarterly: null,
      pays: 'DISTRIBUTION',
      held: [9, 4, 0, 16, 22, 7, 12],
      heldLater: [4, 9, 16],
      redeemedIn: 103,
      calledIn: 75,
    },
  ],
  [
    {
      name: 'Sahel Solar',
      type: 'VENTURE_CAPITAL',
      location: 'Dakar, Senegal',
      status: 'FUNDED',
      targetAmount: '12000000.00',
      expectedIRR: '22.40',
      duration: '7.5',
      paymentInstallment: '12_MONTHS',
      description: 'Pay-as-you-go solar for rural clinics in three countries.',
    },
    {
      earlier: '10000000',
      later: '1252000',
      step: '10000',
      laterStep: '1000',
      growth: null,
      quarterly: null,
      pays: 'DISTRIBUTION',
      held: [19, 13, 1, 7, 18, 11],
      heldLater: [19, 11, 0],
      redeemedIn: 120,
      calledIn: -14,
    },
  ],
]

/** What was sold: the amount, what came back for each unit of it, and the places of its investors. */
export interface Sale {
  readonly amount: string
  readonly multiple: string
  /** How many months ago. */
  readonly soldAgo: number
  readonly held: readonly number[]
}

export const soldProjects: readonly (readonly [Project, Sale])[] = [
  [
    {
      name: 'Anatolia Olive Groves',
      type: 'AGRICULTURE',
      location: 'Ayvalık, Türkiye',
      status: 'EXITED',
      targetAmount: '6000000.00',
      expectedIRR: '8.90',
      actualIRR: '12.60',
      duration: '2.5',
      paymentInstallment: '12_MONTHS',
      description: 'Organic olive oil estate, sold to a cooperative of its growers.',
    },
    { amount: '5200000', multiple: '1.3100', soldAgo: 5, held: [1, 0, 6, 2, 20] },
  ],
  [
    {
      name: 'Rhône Cold Storage',
      type: 'COMMERCIAL',
      location: 'Lyon, France',
      status: 'EXITED',
      targetAmount: '4000000.00',
      expectedIRR: '10.30',
      actualIRR: '6.10',
      duration: '2.0',
      paymentInstallment: '6_MONTHS',
      isVisibleToInvestors: false,
      description: 'Cold storage for wine and cheese exporters, sold to its operator.',
    },
    { amount: '3400000', multiple: '1.1200', soldAgo: 9, held: [3, 1, 5, 14] },
  ],
]

/** Opened this month; nobody has invested yet. */
export const newProjects: readonly Project[] = [
  {
    name: 'Jebel Ali Data Campus',
    type: 'INFRASTRUCTURE',
    location: 'Dubai, UAE',
    status: 'ACTIVE',
    targetAmount: '60000000.00',
    expectedIRR: '13.40',
    duration: '10.0',
    paymentInstallment: '12_MONTHS',
    description: 'Carrier-neutral data centre in two phases, with its own substation.',
  },
  {
    name: 'Bosphorus Robotics',
    type: 'VENTURE_CAPITAL',
    location: 'Istanbul, Türkiye',
    status: 'ACTIVE',
    targetAmount: '8000000.00',
    expectedIRR: '29.50',
    duration: '7.0',
    paymentInstallment: '6_MONTHS',
    description: 'Inspection robots for bridges and tunnels.',
  },
  {
    name: 'Cedar Valley Farms',
    type: 'AGRICULTURE',
    location: 'Zahlé, Lebanon',
    status: 'ACTIVE',
    targetAmount: '4500000.00',
    expectedIRR: '9.60',
    duration: '6.0',
    paymentInstallment: '12_MONTHS',
    isVisibleToInvestors: false,
    description: 'Drip-irrigated orchards with a packing house.',
  },
]
