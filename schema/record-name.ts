// What people call a record.
import type { ReadAny, Values } from './rules.ts'

type NameOf = (row: Values, read: ReadAny) => unknown

const name: NameOf = (row) => row['name']
const person: NameOf = (row) => [row['firstName'], row['lastName']].filter(Boolean).join(' ')
const ofProject: NameOf = (row, read) => read('projects', row['projectId'] as string)?.['name'] ?? row['projectName']
const ofReferral: NameOf = (row, read) => read('referrals', row['referralId'] as string)?.['name']

const names: Readonly<Record<string, NameOf>> = {
  projects: name,
  documents: name,
  referrals: name,
  deals: name,
  users: person,
  investors: person,
  investments: ofProject,
  valuations: ofProject,
  cashFlows: ofProject,
  referralCommissions: ofReferral,
  referralAttachments: (row) => row['documentName'],
  exchangeRates: ({ fromCurrency: from, toCurrency: to }) => from && to && `${from as string}/${to as string}`,
}

/**
 * Its own name, a person's first and last name, or that of the record it belongs to, of which `read` gives what whoever
 * hears the name may know. Undefined when it has none, or too little of the row is known.
 */
export function recordNameOf(entity: string, row: Values, read: ReadAny = () => undefined): string | undefined {
  const found = names[entity]?.(row, read)
  return typeof found === 'string' && found ? found : undefined
}
