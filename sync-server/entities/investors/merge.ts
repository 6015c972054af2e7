// See schema/entities/investors/verbs.ts; devices do the same offline.
import { mergeInvestors } from '#schema/entities/investors/verbs.ts'
import { verbCall } from '#server/http/calls/verb-call.ts'

export const mergeInvestor = verbCall({
  entity: 'investors',
  verb: 'merge',
  takes: mergeInvestors.input,
  summary: 'The record, with everything that belonged to the other one',
  work: (batch, id, fields) => batch.act({ entity: 'investors', verb: 'merge', id, fields }),
})
