// No verb of the product creates rows so far. This one charges a fee for each active investment of a project.
import { text } from '#schema/kernel/field-types.ts'
import { statusClass } from '#schema/kernel/enumerations.ts'
import { createStep, type EntityVerb, updateStep, type VerbRows, verb } from '#schema/kernel/verb.ts'
import { derivedId } from '#schema/records/derived-ids.ts'
import { verbs } from '#schema/verbs.ts'

const investments = { entity: 'investments', field: 'projectId' } as const
export const feesCharged = 'Fees are charged'

const activeInvestments = (rows: VerbRows, projectId: string) =>
  rows.where(investments, projectId).filter(({ status }) => statusClass(status as string) === 'ACTIVE')

export const chargeFees = verb('projects', 'chargeFees', {
  auth: 'update',
  summary: 'The project, with a fee for each of its active investments',
  input: { notes: text(100) },
  creates: ['commissions'],
  appliesTo: ({ description }) => description !== feesCharged,
  steps: (rows, { notes }, { record: { id }, newId }) => [
    updateStep('projects', id, { notes, description: feesCharged }),
    ...activeInvestments(rows, id).map(({ id: investmentId, amount, currency }) =>
      createStep('commissions', newId('commissions', investmentId as string), {
        investmentId: investmentId,
        feeType: 'SETUP',
        amount,
        currency,
        description: notes,
      }),
    ),
  ],
  shown: (rows, _input, { record: { id, currency: own }, newId }) => [
    { entity: 'projects', id, fields: { currency: own } },
    ...activeInvestments(rows, id).map(({ id: investmentId, amount, currency }) => ({
      entity: 'commissions',
      id: newId('commissions', investmentId as string),
      fields: { amount, currency },
    })),
  ],
  inverse: () => null,
})

export const feeIdFor = (seed: string, investmentId: string): string =>
  derivedId({ seed, changeId: '', index: 0 }, 'commissions', investmentId)

/** Call it before the server or a store is made. */
export const addVerbThatCreates = (): void => void (verbs as EntityVerb[]).push(chargeFees)
