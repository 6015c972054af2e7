import { entity } from '#schema/kernel/entity.ts'
import { date, money, reference } from '#schema/kernel/field-types.ts'
import { byServer } from '#schema/kernel/field-options.ts'
import { investorsRead } from '#schema/kernel/access.ts'
import { ownInvestors } from '#schema/kernel/viewer.ts'

/** Investors' devices value holdings without reading a NAV. Staff's devices compute the same (nav-split.ts). */
export const holdingValues = entity({
  name: 'holdingValues',
  singular: 'holding value',
  table: 'holding_values',
  fields: {
    investmentId: byServer(reference('investments', { onDelete: 'cascade' })),
    valuationId: byServer(reference('valuations', { onDelete: 'cascade' })),
    investorId: byServer(reference('investors', { onDelete: 'cascade' })),
    valuationDate: byServer(date()),
    /** In the project's currency. */
    value: byServer(money()),
  },
  access: investorsRead([{ investorId: ownInvestors }]),
  unique: [['investmentId', 'valuationId']],
  audited: false,
  hasActivity: false,
})
