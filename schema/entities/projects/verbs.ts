import { statusClass } from '#schema/kernel/enumerations.ts'
import { updateStep, type VerbRows, verb } from '#schema/kernel/verb.ts'
import { projects } from './entity.ts'

const investments = { entity: 'investments', field: 'projectId' } as const

const activeInvestments = (rows: VerbRows, projectId: string) =>
  rows.where(investments, projectId).filter(({ status }) => statusClass(status as string) === 'ACTIVE')

export const exitProject = verb('projects', 'exit', {
  auth: 'update',
  summary: 'The project; it and its active investments have exited',
  input: { actualIRR: projects.fields.actualIRR },
  activities: ['investments'],
  appliesTo: ({ status }) => statusClass(status) !== 'EXITED',
  steps: (rows, input, { record: { id } }) => [
    updateStep('projects', id, { ...input, status: 'EXITED' }),
    ...activeInvestments(rows, id).map((each) => updateStep('investments', each['id'], { status: 'EXITED' })),
  ],
  shown: (rows, _input, { record: { id, actualIRR } }) => [
    { entity: 'projects', id, fields: { actualIRR } },
    ...activeInvestments(rows, id).map(({ id: investmentId, amount, currency }) => ({
      entity: 'investments',
      id: investmentId as string,
      fields: { amount, currency },
    })),
  ],
  /** Which investments had exited before is not known afterwards. */
  inverse: () => null,
})
