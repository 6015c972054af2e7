// Makes two records of one investor one (schema/investor-merge.ts); devices do the same without a connection.
import { mergeInvestors } from '#schema/investor-merge.ts'
import { verbCall } from '../http/verb-call.ts'

export const mergeInvestor = verbCall({
  entity: 'investors',
  verb: 'merge',
  takes: mergeInvestors.takes,
  says: 'The record, with everything that belonged to the other one',
  work: (batch, id, fields) => batch.act({ entity: 'investors', verb: 'merge', id, fields }),
})
