import { fullName } from '#schema/investors.ts'
import type { Row } from '#schema/registry.ts'

/** What an investor is found by. */
export const investorText = (investor: Row<'investors'>): string => `${fullName(investor)} ${investor.email}`
