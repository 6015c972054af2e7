// example.com belongs to nobody.

const investor = (
  firstName: string,
  lastName: string | null,
  email: string,
  kycStatus: string,
  phone: string | null = null,
  address: string | null = null,
) => ({ firstName, lastName, email, kycStatus, phone, address })

/** The first two are linked to demo accounts. */
export const firstInvestors = [
  investor('Ines', 'Okafor', 'ines.okafor@example.com', 'APPROVED', '+33 6 12 34 56 78', '14 rue de Rivoli, Paris'),
  investor('Kerem', 'Yılmaz', 'kerem.yilmaz@example.com', 'APPROVED', '+90 532 123 45 67', 'Moda Caddesi 88, Istanbul'),
  investor(
    'Layla',
    'Al Mansoori',
    'layla.almansoori@example.com',
    'APPROVED',
    '+971 50 123 4567',
    'Al Wasl Road, Dubai',
  ),
  investor('Étienne', 'Dubois', 'etienne.dubois@example.com', 'APPROVED', '+33 6 98 76 54 32', 'Quai Perrache 3, Lyon'),
  investor('Rohan', 'Mehta', 'rohan.mehta@example.com', 'IN_REVIEW', '+91 98200 12345', 'Carter Road, Mumbai'),
  investor('Sofia', 'Rossi', 'sofia.rossi@example.com', 'APPROVED', '+39 347 123 4567', 'Via Brera 21, Milan'),
  investor('Yusuf', 'Demir', 'yusuf.demir@example.com', 'EXPIRED', '+90 533 765 43 21', 'Kordon Boyu 12, Izmir'),
  investor('Grace', 'Mensah', 'grace.mensah@example.com', 'APPROVED', '+233 24 123 4567', 'Ring Road East, Accra'),
  investor(
    'Hassan',
    'El Idrissi',
    'hassan.elidrissi@example.com',
    'APPROVED',
    '+212 661 234567',
    'Boulevard d’Anfa, Casablanca',
  ),
  investor('Ananya', 'Krishnan', 'ananya.krishnan@example.com', 'APPROVED', '+91 98400 54321', 'Besant Nagar, Chennai'),
  investor('Thomas', 'Keller', 'thomas.keller@example.com', 'APPROVED', '+41 79 123 45 67', 'Seestrasse 40, Zürich'),
  investor('Mariam', 'Haddad', 'mariam.haddad@example.com', 'IN_REVIEW', '+961 3 123 456', 'Rue Gouraud, Beirut'),
  investor(
    'Northwind Family Office',
    null,
    'office@northwind.example.com',
    'APPROVED',
    '+44 20 7946 0123',
    'Queen Street 9, Edinburgh',
  ),
  investor('Chidi', 'Nwosu', 'chidi.nwosu@example.com', 'APPROVED', '+234 803 123 4567', 'Awolowo Road, Lagos'),
  investor(
    'Beatriz',
    'Almeida',
    'beatriz.almeida@example.com',
    'APPROVED',
    '+351 912 345 678',
    'Rua do Alecrim 30, Lisbon',
  ),
  investor('Khalid', 'Al Thani', 'khalid.althani@example.com', 'APPROVED', '+974 5512 3456', 'The Pearl, Doha'),
  investor('Mei Ling', 'Tan', 'meiling.tan@example.com', 'APPROVED', '+65 9123 4567', 'Tanjong Pagar 15, Singapore'),
  investor(
    'Oskar',
    'Lindqvist',
    'oskar.lindqvist@example.com',
    'APPROVED',
    '+46 70 123 45 67',
    'Strandvägen 7, Stockholm',
  ),
  investor(
    'Atlantic Pension Fund',
    null,
    'alternatives@atlantic.example.com',
    'APPROVED',
    '+353 1 555 0123',
    'Grand Canal Quay, Dublin',
  ),
  investor(
    'Fatoumata',
    'Diallo',
    'fatoumata.diallo@example.com',
    'APPROVED',
    '+221 77 123 45 67',
    'Corniche Ouest, Dakar',
  ),
  investor('Elif', 'Arslan', 'elif.arslan@example.com', 'REJECTED', '+90 535 222 33 44', 'Tunalı Hilmi 5, Ankara'),
  investor(
    'Dominik',
    'Brandstätter',
    'dominik.brandstaetter@example.com',
    'APPROVED',
    '+43 664 123 4567',
    'Landstraße 60, Linz',
  ),
  investor('Sakura Holdings', null, 'ir@sakura.example.com', 'APPROVED', '+81 3 4567 0123', 'Marunouchi 2, Tokyo'),
]

const firstNames = [
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
const lastNames = [
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
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()

const duplicateInvestor = investor('Maryam', 'Haddad', 'mariam.haddad@example.com', 'PENDING', '+961 3 123 456')

export const people = (count: number) => [
  ...Array.from({ length: count - 1 }, (_, i) => {
    const [first, last] = [
      firstNames[i % firstNames.length]!,
      lastNames[(i * 5 + Math.floor(i / 12)) % lastNames.length]!,
    ]
    return investor(
      first,
      last,
      `${plain(first)}.${plain(last)}.${i + 1}@example.com`,
      ['PENDING', 'APPROVED', 'IN_REVIEW'][i % 3]!,
      i % 4 === 1 ? null : `+33 6 20 30 ${String(10 + i)} ${String(95 - i)}`,
    )
  }),
  duplicateInvestor,
]
