import i18next from 'i18next'
import type { HoldingRule } from '#schema/portfolio/holding-value.ts'

/** Undefined where a dash is enough. */
export const ruleName = (rule: HoldingRule): string | undefined =>
  rule === 'UNPAID' || rule === 'UNKNOWN' ? undefined : i18next.t(`portal:rules.${rule}`)
