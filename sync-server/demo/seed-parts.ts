import { dateIn } from '#schema/dates.ts'

/** A row of the seed, and the time at which it claims to have been created. */
export interface SeedRow {
  readonly entity: string
  readonly id: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly at: Date
}

export interface SeedFirm {
  readonly rows: readonly SeedRow[]
  /** The investor record to which each demo account is linked, by e-mail. */
  readonly links: ReadonlyMap<string, string>
}

export const isoDate = (at: Date): string => dateIn('UTC', at)
export const daysBefore = (today: Date, days: number): Date => new Date(today.getTime() - days * 86_400_000)
export const startOfMonth = (today: Date): Date => new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1))
export const startOfQuarter = (today: Date): Date =>
  new Date(Date.UTC(today.getUTCFullYear(), Math.floor(today.getUTCMonth() / 3) * 3, 1))

const investor = (
  firstName: string,
  lastName: string | null,
  email: string,
  kycStatus: string,
  phone: string | null = null,
) => ({
  firstName,
  lastName,
  email,
  kycStatus,
  phone,
})

/** The first two are linked to demo accounts. */
export const firstInvestors = [
  investor('Ines', 'Okafor', 'ines.okafor@example.com', 'APPROVED', '+33 6 12 34 56 78'),
  investor('Kerem', 'Yılmaz', 'kerem.yilmaz@example.com', 'APPROVED', '+90 532 123 45 67'),
  investor('Layla', 'Al Mansoori', 'layla.almansoori@example.com', 'APPROVED', '+971 50 123 4567'),
  investor('Étienne', 'Dubois', 'etienne.dubois@example.com', 'APPROVED'),
  investor('Rohan', 'Mehta', 'rohan.mehta@example.com', 'IN_REVIEW', '+91 98200 12345'),
  investor('Sofia', 'Rossi', 'sofia.rossi@example.com', 'APPROVED'),
  investor('Yusuf', 'Demir', 'yusuf.demir@example.com', 'EXPIRED'),
  investor('Grace', 'Mensah', 'grace.mensah@example.com', 'APPROVED'),
  investor('Hassan', 'El Idrissi', 'hassan.elidrissi@example.com', 'PENDING'),
  investor('Ananya', 'Krishnan', 'ananya.krishnan@example.com', 'APPROVED'),
  investor('Thomas', 'Keller', 'thomas.keller@example.com', 'APPROVED', '+41 79 123 45 67'),
  investor('Mariam', 'Haddad', 'mariam.haddad@example.com', 'IN_REVIEW'),
  investor('Northwind', null, 'office@northwind.example.com', 'APPROVED'),
]

const given = [
  'Aylin',
  'Omar',
  'Claire',
  'Vikram',
  'Zeynep',
  'Karim',
  'Juliette',
  'Priya',
  'Emre',
  'Fatima',
  'Lucas',
  'Meera',
]
const family = [
  'Kaya',
  'Benali',
  'Moreau',
  'Iyer',
  'Şahin',
  'Farouk',
  'Laurent',
  'Nair',
  'Aydın',
  'Saleh',
  'Girard',
  'Rao',
  'Öztürk',
]
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()

/** Invented people, all different. */
export const people = (count: number) =>
  Array.from({ length: count }, (_, i) => {
    const [first, last] = [given[i % given.length]!, family[(i * 5 + Math.floor(i / 12)) % family.length]!]
    return investor(
      first,
      last,
      `${plain(first)}.${plain(last)}.${i + 1}@example.com`,
      ['PENDING', 'APPROVED', 'IN_REVIEW'][i % 3]!,
    )
  })
