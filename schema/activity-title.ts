import type { ReadRow, Values } from './derive.ts'
import { fullName } from './investors.ts'

type TitleOf = (row: Values, read: ReadRow) => unknown

const name: TitleOf = (row) => row['name']
const ofProject: TitleOf = (row, read) => row['projectName'] ?? read('projects', row['projectId'] as string)?.['name']
const ofReferral: TitleOf = (row, read) => read('referrals', row['referralId'] as string)?.['name']

const titles: Readonly<Record<string, TitleOf>> = {
  projects: name,
  documents: name,
  referrals: name,
  deals: name,
  investors: (row) => fullName(row as unknown as Parameters<typeof fullName>[0]),
  investments: ofProject,
  valuations: ofProject,
  cashFlows: ofProject,
  referralCommissions: ofReferral,
  referralAttachments: (row) => row['documentName'],
  exchangeRates: (row) => `${String(row['fromCurrency'])}/${String(row['toCurrency'])}`,
}

/**
 * What a record is called in an activity: never more than its readers may read of it. Null where it has no name, or only
 * one of a record that they may not know of.
 */
export const activityTitle = (entity: string, row: Values, read: ReadRow): string | null =>
  (titles[entity]?.(row, read) as string | null | undefined) ?? null
