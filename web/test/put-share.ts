import type { Row } from '#schema/registry.ts'
import { today } from '#web/ui/format/dates/date-format.ts'
import type { TestStore } from './test-store.ts'

type Holding = Pick<Row<'investments'>, 'id' | 'investorId'>

export const putShare = (store: TestStore, { id, investorId }: Holding, value: string, valuationDate = today()) =>
  store.put('holdingValues', { investmentId: id, valuationId: store.newId(), investorId, valuationDate, value })
