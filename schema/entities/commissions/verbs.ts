import { date } from '#schema/kernel/field-types.ts'
import { updateStep, type VerbContext, verb } from '#schema/kernel/verb.ts'

const shown = ({ record: { id, amount, currency, paidDate } }: VerbContext<'commissions'>) => [
  { entity: 'commissions', id, fields: { amount, currency, paidDate } },
]

export const markPaid = verb('commissions', 'markPaid', {
  auth: 'update',
  summary: 'The commission, paid on the given day',
  input: { paidDate: date() },
  appliesTo: ({ paidDate }) => paidDate === null,
  steps: (_rows, { paidDate }, { record: { id } }) => [updateStep('commissions', id, { paidDate })],
  shown: (_rows, _input, context) => shown(context),
  inverse: () => ({ op: 'act', verb: 'markUnpaid', fields: {} }),
})

export const markUnpaid = verb('commissions', 'markUnpaid', {
  auth: 'update',
  summary: 'The commission, no longer paid',
  appliesTo: ({ paidDate }) => paidDate !== null,
  steps: (_rows, _input, { record: { id } }) => [updateStep('commissions', id, { paidDate: null })],
  shown: (_rows, _input, context) => shown(context),
  inverse: ({ paidDate }) => ({ op: 'act', verb: 'markPaid', fields: { paidDate } }),
})
