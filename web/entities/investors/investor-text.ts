import { fullName } from '#schema/entities/investors/entity.ts'
import type { Row } from '#schema/registry.ts'

export const investorText = (investor: Row<'investors'>): string => `${fullName(investor)} ${investor.email}`
