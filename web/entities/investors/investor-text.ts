import { fullName } from '#schema/entities/investors/entity.ts'
import type { Row } from '#schema/registry.ts'

/** The text by which search finds an investor. */
export const investorText = (investor: Row<'investors'>): string => `${fullName(investor)} ${investor.email}`
